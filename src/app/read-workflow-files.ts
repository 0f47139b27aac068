/** Finds and reads workflow files below the paths of a command line. Only reads; follows no links out of a folder. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../surfaces/cli/cli-world.ts';

export interface FoundWorkflowFile {
  readonly path: string;
  readonly text: string;
  /** False for neighbours of a file that was named: they are read because a rule needs to know them. */
  readonly isReported: boolean;
}

const workflowFolders = ['.github/workflows', '.gitea/workflows', '.forgejo/workflows'];
/** A repository with more files than this has put something else into the folder. */
const fileCountMax = 10_000;
const byteCountMax = 8 * 1024 * 1024;

export async function readWorkflowFiles(paths: readonly string[]): Promise<readonly FoundWorkflowFile[]> {
  const wanted = new Map<string, boolean>();
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const clean = path === '/' ? path : path.replace(/\/+$/, '');
    const found = await statOrThrow(clean);
    if (found.isDirectory()) for (const file of await listFolder(clean)) wanted.set(file, true);
    else {
      wanted.set(clean, true);
      const folder = /^(.*\/)?[^/]*$/.exec(clean)?.[1] ?? '';
      if (!/(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/$/.test(folder)) continue;
      for (const file of await listWorkflows(folder)) if (!wanted.has(file)) wanted.set(file, false);
    }
  }
  for (const action of await listActions(wanted.keys())) wanted.set(action, false);
  if (wanted.size > fileCountMax)
    throw new UsageError(`There are ${wanted.size} files; ${fileCountMax} are read at once.`);
  const files: FoundWorkflowFile[] = [];
  for (const [path, isReported] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    files.push({
      path: path.replaceAll('\\', '/').replace(/^\.\//, ''),
      text: await readText(path),
      isReported,
    });
  }
  return files;
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > byteCountMax) return `# ${size} bytes`;
  return readFile(path, 'utf8');
}

async function statOrThrow(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new UsageError(
      `"${path}" cannot be read (${code}). Name a workflow file or a folder of a repository.`,
    );
  }
}

/** The composite actions beside the workflow folders, two folders deep. */
async function listActions(files: Iterable<string>): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const file of files) {
    const match = /^(.*\.(?:github|gitea|forgejo)\/)workflows\/[^/]*$/.exec(file);
    if (match !== null) folders.add(`${match[1] ?? ''}actions`);
  }
  const found: string[] = [];
  for (const folder of folders) {
    for (const outer of await listFolders(folder)) {
      for (const inner of ['.', ...(await listFolders(join(folder, outer)))]) {
        const place = join(folder, outer, inner);
        found.push(...(await listWorkflows(place)).filter((path) => /action\.ya?ml$/.test(path)));
      }
    }
  }
  return found;
}

async function listFolders(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** A repository's workflow folders, or the folder itself when it holds workflows directly. */
async function listFolder(folder: string): Promise<readonly string[]> {
  const below = folder === '.' ? '' : `${folder}/`;
  const lists = await Promise.all(workflowFolders.map((name) => listWorkflows(`${below}${name}/`)));
  const found = lists.flat();
  return found.length > 0 ? found : listWorkflows(below === '' ? './' : below);
}

async function listWorkflows(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
