/**
 * Columns without borders, two blanks apart. The width of Chinese, Japanese and Korean characters, and of everything
 * else that is not plain ASCII, is left to cli-table3. Most tables are plain ASCII, and for those it is not loaded:
 * loading it and drawing its first table took 30 ms where a whole command takes 80.
 */
import { toVisibleText } from './visible-text.ts';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** The heading and one line per row, without blanks at their ends. Cells are made visible first. */
export async function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const grid = [columns.map(({ title }) => title), ...rows].map((cells) => cells.map(toVisibleText));
  const aligns = columns.map(({ align }) => align);
  const isPlain = grid.every((cells) => cells.every((cell) => /^[ -~]*$/.test(cell)));
  return isPlain ? drawPlain(grid, aligns) : drawWide(grid, aligns);
}

const gap = '  ';

function drawPlain(
  grid: readonly (readonly string[])[],
  aligns: readonly Column['align'][],
): readonly string[] {
  const widths = aligns.map((_, column) =>
    grid.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 0),
  );
  return grid.map((cells) =>
    aligns
      .map((align, column) => {
        const cell = cells[column] ?? '';
        const width = widths[column] ?? 0;
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(gap)
      .trimEnd(),
  );
}

/** cli-table3 colours headings and borders even where no colours are wanted, unless its styles are empty. */
async function drawWide(
  grid: readonly (readonly string[])[],
  aligns: readonly Column['align'][],
): Promise<readonly string[]> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noBorders,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': gap.length },
    colAligns: [...aligns],
  });
  table.push(...grid.map((cells) => [...cells]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
} as const;
