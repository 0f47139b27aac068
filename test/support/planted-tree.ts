// A folder tree written for one test, to see a check of the source tree pass or fail on it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths relative to the tree's root, with the text of each file. */
export type PlantedFiles = Readonly<Record<string, string>>;

/** Writes the files into a new folder, hands its path to `use`, and removes it whatever happens. */
export function withPlantedTree<Result>(files: PlantedFiles, use: (root: string) => Result): Result {
  const root = mkdtempSync(join(tmpdir(), 'fixpoint-planted-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Runs one of the project's scripts on a tree, as `npm run check` does, and returns how it ended. */
export function runCheckScript(
  script: string,
  root: string,
): { readonly exitCode: number | null; readonly output: string } {
  const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [path, '--root', root], { encoding: 'utf8' });
  return { exitCode: status, output: stdout };
}
