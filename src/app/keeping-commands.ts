/** Texts of the commands about the store itself: moving, keeping and examining it. Their code is loaded when they run. */
import type { CliCommand } from '../surfaces/cli/cli-world.ts';

export const keepingCommands: readonly CliCommand[] = [
  {
    name: 'store',
    summary:
      'Move the books of one store into another that is empty, of either kind. Cut off, the same command goes on.',
    usage: 'move FROM TO [--json]',
    examples: [
      'store move sqlite:fixpoint.db postgres://fixpoint@db1,db2/fixpoint',
      'store move postgres://fixpoint@db1/fixpoint sqlite:books.db',
    ],
    run: async (args, world) => (await import('./store-command.ts')).runStore(args, world),
  },
  {
    name: 'backup',
    summary:
      'Copy the books into one file, as they are at one moment, and verify it. Others may write meanwhile.',
    usage: 'DIR|FILE [--overwrite] [--store STORE] [--config FILE] [--json]',
    examples: [
      'backup /var/backups/fixpoint',
      'backup before-upgrade.db --store postgres://fixpoint@db1/fixpoint',
    ],
    run: async (args, world) => (await import('./backup-command.ts')).runBackup(args, world),
  },
  {
    name: 'restore',
    summary: 'Bring a backup into a store that is empty or does not exist, of either kind.',
    usage: 'FILE [--store STORE] [--config FILE] [--json]',
    examples: ['restore fixpoint-20261201T040000Z.db --store sqlite:restored.db'],
    run: async (args, world) => (await import('./restore-command.ts')).runRestore(args, world),
  },
  {
    name: 'doctor',
    summary: 'Examine the store: settings read back, integrity, disk, permissions, servers and replication.',
    usage: '[--store STORE] [--config FILE] [--json]',
    examples: ['doctor', 'doctor --store postgres://fixpoint@db1,db2/fixpoint --json'],
    run: async (args, world) => (await import('./doctor-command.ts')).runDoctor(args, world),
  },
];
