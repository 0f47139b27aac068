import { describe, expect, it } from 'vitest';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';
import { exampleCommand } from './example-command.ts';
import { describeApi } from './openapi-document.ts';

const uploads = [{ segment: 'import', summary: 'Import a file.', limitBytes: 1_000 }];
const document = describeApi(operations, queries, { keysRequired: true, uploads });
const paths = document['paths'] as Record<string, Record<string, Parameters<typeof exampleCommand>[2]>>;

function commandFor(method: string, path: string): string {
  const description = paths[path]?.[method];
  if (description === undefined) throw new Error(`${method} ${path} is not in the document`);
  return exampleCommand(method, path, description);
}

describe('an example command', () => {
  it('posts an example of the operation with a key', () => {
    expect(commandFor('post', '/v1/portfolios/{portfolio}/deposit')).toBe(
      [
        "curl -X POST 'http://127.0.0.1:7171/v1/portfolios/main/deposit'",
        "-H 'content-type: application/json'",
        "-H 'idempotency-key: a-name-for-this-event'",
        '-d \'{"amount":"1000","currency":"USD","on":"2026-05-01"}\'',
      ].join(' \\\n  '),
    );
  });

  it('asks with a plain URL, and sends a file as one', () => {
    expect(commandFor('get', '/v1/portfolios/{portfolio}/cash')).toBe(
      "curl 'http://127.0.0.1:7171/v1/portfolios/main/cash'",
    );
    expect(commandFor('post', '/v1/portfolios/{portfolio}/import')).toBe(
      "curl -X POST 'http://127.0.0.1:7171/v1/portfolios/main/import' \\\n  -F 'file=@statement.csv'",
    );
  });

  it('gives each element of a batch its key', () => {
    const command = commandFor('post', '/v1/portfolios/{portfolio}/batch');
    expect(command).not.toContain("-H 'idempotency-key");
    expect(command).toMatch(/-d '\[\{"operation":"[a-z_]+","idempotency_key":"a-name-for-this-event",/);
  });

  it('stays one command for the shell, whatever the example holds', () => {
    const value = { note: "it's $(x) `y` \\" };
    const description = {
      requestBody: { content: { 'application/json': { examples: { one: { value } } } } },
    };
    expect(exampleCommand('post', '/v1/x', description)).toContain(
      `-d '{"note":"it'\\''s $(x) \`y\` \\\\"}'`,
    );
  });
});
