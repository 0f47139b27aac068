/** The commands that are no operation and no question; the code of each is loaded only when it runs. */
import type { CliCommand } from '../surfaces/cli/cli-world.ts';
import { type ExtraCommandName, extraCommandTexts } from './extra-command-texts.ts';

const runners: Readonly<Record<ExtraCommandName, () => Promise<CliCommand['run']>>> = {
  import: async () => (await import('./import-command.ts')).runImport,
  serve: async () => (await import('./serve-command.ts')).runServe,
  mcp: async () => (await import('./mcp-command.ts')).runMcp,
  tokens: async () => (await import('./tokens-command.ts')).runTokens,
  bucket: async () => (await import('./bucket-command.ts')).runBucket,
  guard: async () => (await import('./guard-command.ts')).runGuard,
  lint: async () => (await import('./lint-command.ts')).runLint,
  topology: async () => (await import('./topology-command.ts')).runTopology,
  store: async () => (await import('./store-command.ts')).runStore,
  backup: async () => (await import('./backup-command.ts')).runBackup,
  restore: async () => (await import('./restore-command.ts')).runRestore,
  doctor: async () => (await import('./doctor-command.ts')).runDoctor,
};

export const extraCommands: readonly CliCommand[] = extraCommandTexts.map((text) => ({
  ...text,
  run: async (args, world) => (await runners[text.name]())(args, world),
}));
