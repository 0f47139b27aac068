import type { CliWorld } from '../surfaces/cli/cli-world.ts';

/** A bar is drawn for what takes long enough to be looked at. */
const barRowsMin = 2_000;
const barWidth = 30;

/**
 * Draws how much of something is done, on a terminal only. Each call draws the bar again in its place, the last one
 * ends its line.
 */
export function openProgressBar(
  { stderr }: Pick<CliWorld, 'stderr'>,
  label = '',
): (done: number, rows: number) => void {
  return (done, rows) => {
    if (stderr.isTTY !== true || rows < barRowsMin) return;
    const filled = Math.round((done / rows) * barWidth);
    stderr.write(
      `\r${label}[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${rows}${done === rows ? '\n' : ''}`,
    );
  };
}
