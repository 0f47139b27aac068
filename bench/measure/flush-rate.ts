import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 4_096;

/** How many blocks a second the disk takes for good, one after the other. Everything durable follows this figure. */
export function measureFlushRate(folder: string, milliseconds: number): number {
  const path = join(folder, 'flush-probe');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(blockBytes, 1);
  const started = performance.now();
  let flushes = 0;
  while (performance.now() - started < milliseconds) {
    writeSync(file, block);
    fdatasyncSync(file);
    flushes += 1;
  }
  const seconds = (performance.now() - started) / 1_000;
  closeSync(file);
  rmSync(path);
  return flushes / seconds;
}
