import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Native addons load a compiled file from their own folder, so they cannot be part of a bundle. */
const unbundled = ['sqlite12', 'sqlite13'];

export interface BundledProgram {
  /** Runs with plain `node`, which starts several times faster than one that compiles as it loads. */
  readonly path: string;
  readonly dispose: () => void;
}

/** Bundles a program of test/ into one file, for tests that start it many times. `source` is relative to test/. */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-program-'));
  const path = join(folder, 'program.mjs');
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [join('test', source)],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: unbundled,
    // Packages that are not ES modules ask for Node's own modules through `require`, which an ES module does not have.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  return { path, dispose: () => rmSync(folder, { recursive: true }) };
}
