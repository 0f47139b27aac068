import type { Hub } from '../engine/hub.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import type { UploadRoute } from '../surfaces/http/upload-endpoint.ts';
import { usageError } from '../surfaces/outcome-table.ts';
import { decodeText, describeImport, importBytesMax, importText, translateImport } from './import-text.ts';

const parameters = [
  'format',
  'account',
  'zone',
  'currency',
  'funding',
  'mapping',
  'rebook',
  'dry_run',
  'file',
];

/** `POST …/import`: the file as the body or a form's file, everything else as URL parameters. */
export function importUpload(hub: Hub): UploadRoute {
  return {
    segment: 'import',
    summary: 'Bring a file of a broker or another program into the books. A bad file is refused whole.',
    limitBytes: importBytesMax,
    handle: async ({ portfolio, query, fileName, bytes, actor }) => {
      try {
        const unknown = Object.keys(query).find((name) => !parameters.includes(name));
        if (unknown !== undefined) {
          throw new UsageError(`There is no parameter "${unknown}". Known ones: ${parameters.join(', ')}.`);
        }
        const file = { name: fileName ?? query['file'] ?? 'upload', text: decodeText(bytes) };
        const choices = { ...query, rebook: query['rebook'] === 'true', dryRun: query['dry_run'] === 'true' };
        const result = await importText(hub, file, choices, { portfolio, door: 'file', actor });
        const { http } = translateImport(result);
        const problem = { code: 'invalid_input', message: 'The file was refused and nothing was booked.' };
        const body = describeImport(result);
        return { status: http, body: result.kind === 'refused' ? { ...problem, ...body } : body };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return { status: usageError.http, body: { code: error.code, message: error.message } };
      }
    },
  };
}
