/** The rows of help: what a field or flag is called, whether it is needed, and what it is about. */
import type { FieldNeed } from '../../engine/field.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { type CommandShape, fieldOf } from './command-shape.ts';
import { type GlobalFlag, globalFlags } from './global-flags.ts';

export interface HelpRow {
  readonly head: string;
  readonly text: string;
}

/** `label` is how the field is typed: `AMOUNT`, or `--fee` for a flag. */
export function fieldRow(shape: CommandShape, name: string, label: string): HelpRow {
  const field = fieldOf(shape, name);
  const text = `${field.about}${/[.?!]$/.test(field.about) ? '' : '.'} ${describeNeed(field.need, field.constant)}`;
  if (field.isSwitch) return { head: field.constant === true ? label.replace('--', '--[no-]') : label, text };
  return { head: label === field.placeholder ? label : `${label} ${field.placeholder}`, text };
}

export function globalRow(name: GlobalFlag): HelpRow {
  const { placeholder, about } = globalFlags[name];
  return { head: `--${name} ${placeholder}`.trimEnd(), text: `${about}.` };
}

function describeNeed(need: FieldNeed, constant: unknown): string {
  switch (need) {
    case 'required':
      return 'Required.';
    case 'optional':
      return 'Optional.';
    case 'defaulted':
      return `Default: ${typeof constant === 'string' ? constant : JSON.stringify(constant)}.`;
    default:
      return unreachable(need);
  }
}
