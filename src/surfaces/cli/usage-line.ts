import { type CommandShape, fieldOf, toFlagName } from './command-shape.ts';

/** `Usage: fixpoint buy INSTRUMENT UNITS --price AMOUNT [flags]`: words and required flags; help lists the rest. */
export function usageLine(shape: CommandShape): string {
  const words = shape.positional.map((name) => {
    const word = toFlagName(name).toUpperCase();
    return fieldOf(shape, name).need === 'required' ? word : `[${word}]`;
  });
  const required = Object.keys(shape.fields)
    .filter((name) => !shape.positional.includes(name) && fieldOf(shape, name).need === 'required')
    .map((name) => `--${toFlagName(name)} ${fieldOf(shape, name).placeholder}`);
  const portfolio = shape.namesPortfolio ? ['[PORTFOLIO]'] : [];
  return ['Usage: fixpoint', shape.name, ...portfolio, ...words, ...required, '[flags]'].join(' ');
}
