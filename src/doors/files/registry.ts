import type { FileFormat } from './format.ts';
import { ghostfolioCsv } from './formats/ghostfolio-csv.ts';
import { ghostfolioJson } from './formats/ghostfolio-json.ts';
import { mappedCsv } from './formats/mapped-csv.ts';
import { utrade } from './formats/utrade.ts';
import { wealthfolio } from './formats/wealthfolio.ts';

/** Every file format, in the order in which they are listed to users. A new one is one file and one line here. */
export const fileFormats: readonly FileFormat[] = [
  utrade,
  ghostfolioJson,
  ghostfolioCsv,
  wealthfolio,
  mappedCsv,
];

/** The format of that name. `ghostfolio` alone names whichever of its formats has the shape of the text. */
export function findFormat(name: string, text = ''): FileFormat | undefined {
  return (
    fileFormats.find((format) => format.name === name) ??
    fileFormats.find((format) => format.name.startsWith(`${name}-`) && format.detect(text))
  );
}

/**
 * The format whose shape the text has, by its header or structure, never by the name of the file. Undefined when none
 * or more than one fits: then the user names it.
 */
export function detectFormat(text: string): FileFormat | undefined {
  const matches = fileFormats.filter((format) => format.detect(text));
  return matches.length === 1 ? matches[0] : undefined;
}
