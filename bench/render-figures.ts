import { median } from './measure/rounds.ts';
import type { Figure, Target } from './part.ts';

/** A Markdown table: the median of the rounds, the least and the greatest, and the target where there is one. */
export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const middle = median(figure.samples);
    return [
      figure.name,
      `${toShown(middle)} ${figure.unit}`.trim(),
      `${toShown(Math.min(...figure.samples))}..${toShown(Math.max(...figure.samples))}`,
      figure.target === undefined ? '' : describeTarget(figure.target, middle),
    ];
  });
  const head = ['What', 'Median', 'Min..max', 'Target'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function describeTarget({ row, bound, value }: Target, middle: number): string {
  const isMet = bound === 'at least' ? middle >= value : middle <= value;
  return `${isMet ? 'met' : 'MISSED'}: ${bound} ${value} (row ${row})`;
}

/** Three significant digits, and whole numbers in full. */
function toShown(value: number): string {
  if (!Number.isFinite(value)) return 'nothing';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
