import { parseArgs } from 'node:util';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { toVisibleText } from '../surfaces/cli/visible-text.ts';
import type { ImportReport } from '../doors/files/import-report.ts';
import {
  describeImport,
  type ImportChoices,
  importText,
  readNamedText,
  translateImport,
} from './import-text.ts';
import { openProgressBar } from './progress-bar.ts';

export async function runImport(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  if (positionals.length === 0) throw new UsageError('Name at least one file: fixpoint import FILE…');
  const base = world.env['FIXPOINT_API_BASE'] ?? '';
  if (base !== '' && values.store === undefined) {
    throw new UsageError(
      'A file is imported where the books are. Send it to the hub: POST …/import, or name a --store.',
    );
  }
  const portfolio = values.portfolio ?? (world.env['FIXPOINT_PORTFOLIO'] || 'main');
  const choices: ImportChoices = {
    format: values.format,
    account: values.account,
    zone: values.zone,
    currency: values.currency,
    funding: values.funding,
    mapping: values.mapping === undefined ? undefined : await world.readText(values.mapping),
    rebook: values.rebook === true,
    dryRun: values['dry-run'] === true,
  };
  const { hub, close } = await world.openHub({ store: values.store, config: values.config });
  let exit = 0;
  try {
    for (const path of positionals) {
      const file = await readNamedText(path);
      const onProgress = openProgressBar(world);
      const importer = { portfolio, door: 'file' as const, actor: world.actor, onProgress };
      const result = await importText(hub, file, choices, importer);
      const report = describeImport(result);
      world.stdout.write(
        values.json === true
          ? `${JSON.stringify(report)}\n`
          : `${describe(file.name, result.report, choices.dryRun)}\n`,
      );
      for (const { line, code, message } of values.json === true ? [] : result.report.refused) {
        world.stderr.write(`${toVisibleText(file.name)}:${line}: ${toVisibleText(message)} (${code})\n`);
      }
      if (result.kind === 'incomplete') {
        const message = 'message' in result.failure ? result.failure.message : result.failure.status;
        world.stderr.write(`The import is incomplete: ${message}\nGo on with the same command.\n`);
      }
      exit = Math.max(exit, translateImport(result).exit);
    }
  } finally {
    await close();
  }
  return exit;
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        account: { type: 'string' },
        zone: { type: 'string' },
        currency: { type: 'string' },
        mapping: { type: 'string' },
        funding: { type: 'string' },
        portfolio: { type: 'string' },
        store: { type: 'string' },
        config: { type: 'string' },
        rebook: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function describe(name: string, report: ImportReport, dryRun: boolean): string {
  if (report.refused.length > 0) return `${toVisibleText(name)}: refused, nothing was booked.`;
  const parts = [`${report.new} new`, `${report.already} already there`, `${report.matched} matched`];
  if (report.held > 0) parts.push(`${report.held} held for review (see: fixpoint review)`);
  if (report.cancelled > 0) parts.push(`${report.cancelled} taken back by the source`);
  if (report.twins > 0) parts.push(`${report.twins} twins kept`);
  return `${toVisibleText(name)}: ${report.rows} rows, ${parts.join(', ')} (${dryRun ? 'a dry run, nothing was booked' : report.import_id})`;
}
