/**
 * Lines for a person. Everything that is shown goes through here: control characters are made visible, and colours
 * are added only on a terminal and only when NO_COLOR does not forbid them.
 */
import type { CliWorld, Output } from './cli-world.ts';
import { toVisibleText } from './visible-text.ts';

export type Emphasis = 'plain' | 'title' | 'good' | 'bad';

export interface Screen {
  /** One line. A line break inside the text is shown as `\n`. */
  readonly line: (text: string, emphasis?: Emphasis) => void;
  /** Text that has been made harmless already and must stay as it is: a command to be copied. */
  readonly verbatim: (text: string) => void;
}

export async function openScreen(output: Output, env: CliWorld['env']): Promise<Screen> {
  const paint = isColourful(output, env) ? await loadPaint() : undefined;
  return {
    line: (text, emphasis = 'plain') => {
      const visible = toVisibleText(text);
      output.write(`${paint === undefined ? visible : paint[emphasis](visible)}\n`);
    },
    verbatim: (text) => void output.write(`${text}\n`),
  };
}

function isColourful(output: Output, env: CliWorld['env']): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

async function loadPaint(): Promise<Readonly<Record<Emphasis, (text: string) => string>>> {
  const { default: picocolors } = await import('picocolors');
  const { bold, green, red } = picocolors.createColors(true);
  return { plain: (text) => text, title: bold, good: green, bad: red };
}
