import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import { runImport } from './import-command.ts';

const header = 'DATE,TYPE,REF #,DESCRIPTION,FEES,AMOUNT,BALANCE';

function openSession() {
  const text = { name: 'import', summary: 'Bring a file.', usage: 'FILE', examples: [] };
  return openCliSession({ extraCommands: [{ ...text, run: runImport }] });
}

function writeFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'year.csv');
  writeFileSync(path, text);
  return path;
}

describe('fixpoint import', () => {
  const path = () => writeFile(`${header}\n2026-05-05,XFER,1,FUNDING,0,2500.00,2500.00\n`);

  it('says of a dry run that nothing was booked', async () => {
    const session = openSession();
    const file = path();
    const counts = 'year.csv: 1 rows, 1 new, 0 already there, 0 matched';
    const dry = await session.run('import', file, '--dry-run');
    expect(dry).toEqual({ exit: 0, out: `${counts} (a dry run, nothing was booked)\n`, err: '' });
    const real = await session.run('import', file);
    expect(real.out).toMatch(/^year\.csv: 1 rows, 1 new, 0 already there, 0 matched \(imp_[0-9a-f]{12}\)\n$/);
  });

  it('calls an empty file empty', async () => {
    const { exit, err } = await openSession().run('import', writeFile(' \n'));
    expect(exit).toBe(2);
    expect(err).toContain('year.csv is empty. There is nothing to import.');
  });

  it('names the flag when no format fits', async () => {
    const { exit, err } = await openSession().run('import', writeFile('a,b\n1,2\n'));
    expect(exit).toBe(2);
    expect(err).toContain('Name it with --format, or format over HTTP: utrade, ');
  });
});
