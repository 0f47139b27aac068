import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import { runBucket } from './bucket-command.ts';

const now = Date.parse('2026-11-30T09:15:00.250Z');

function openSession() {
  const text = { name: 'bucket', summary: 'Print a key.', usage: 'KIND', examples: [] };
  return openCliSession({
    extraCommands: [{ ...text, run: (args, world) => runBucket(args, world, () => now) }],
  });
}

describe('fixpoint bucket', () => {
  it.each([
    { args: ['iso-week', '--zone', 'Asia/Shanghai', '--at', '2026-05-10T10:22:00+08:00'], out: '2026-W19\n' },
    { args: ['day', '--at', '2026-05-16T23:30:00-05:00'], out: '2026-05-17\n' },
    { args: ['day', '--at', '2026-05-16T23:30:00-05:00', '--zone=America/Chicago'], out: '2026-05-16\n' },
    {
      args: ['fiscal-quarter', '--start-month', '10', '--named-by', 'end', '--at', '2026-10-01T12:00:00Z'],
      out: 'FY2027-Q1\n',
    },
    {
      args: ['fiscal', '--start-month', '4', '--named-by', 'start', '--at', '2027-03-31T12:00:00Z'],
      out: 'FY2026\n',
    },
    { args: ['slot', '--at', '2026-05-16T16:30:00+02:00'], out: '2026-05-16T14:30:00Z\n' },
    { args: ['iso-week', '--key', '2026-W20~cron-moved'], out: '2026-W20~cron-moved\n' },
    {
      args: ['day', '--key', '2026-03-29', '--zone', 'Europe/Berlin', '--window'],
      out: '2026-03-29 2026-03-28T23:00:00Z 2026-03-29T22:00:00Z\n',
    },
    {
      args: ['sha:da39a3ee5e6b4b0d3255bfef95601890afd80709'],
      out: 'sha:da39a3ee5e6b4b0d3255bfef95601890afd80709\n',
    },
  ])('prints $out for $args, and nothing else', async ({ args, out }) => {
    const session = openSession();
    expect(await session.run('bucket', ...args)).toEqual({ exit: 0, out, err: '' });
    expect(session.opened).toEqual([]);
  });

  it('says that it took now, on stderr', async () => {
    const { exit, out, err } = await openSession().run('bucket', 'iso-week');
    expect({ exit, out }).toEqual({ exit: 0, out: '2026-W49\n' });
    expect(err).toContain('2026-11-30T09:15:00.250Z');
    expect(err).toContain('for which the run was scheduled');
  });

  it('tells everything as JSON', async () => {
    const { document } = await openSession().runJson(
      'bucket',
      'iso-week',
      '--zone',
      'Europe/Berlin',
      '--at',
      '2026-12-31T12:00:00Z',
    );
    expect(document).toEqual({
      key: '2026-W53',
      kind: 'iso-week',
      zone: 'Europe/Berlin',
      start: '2026-12-27T23:00:00Z',
      end: '2027-01-03T23:00:00Z',
      previous: '2026-W52',
      next: '2027-W01',
      at: '2026-12-31T12:00:00Z',
      at_is_now: false,
      time_zone_data: process.versions['tz'],
    });
  });

  it('tells the suffix of a key apart', async () => {
    const { document } = await openSession().runJson('bucket', 'iso-week', '--key', '2026-W20~moved');
    expect(document).toMatchObject({ key: '2026-W20~moved', bucket: '2026-W20', suffix: 'moved', at: null });
  });

  it.each([
    { args: [], code: 'invalid_input', hint: 'fixpoint bucket KIND' },
    { args: ['day', 'week'], code: 'invalid_input', hint: 'fixpoint bucket KIND' },
    { args: ['last-7-days'], code: 'rolling_window', hint: 'Use iso-week' },
    { args: ['weak'], code: 'unknown_kind', hint: 'Kinds: hour' },
    { args: ['day', '--zone', 'Berlin'], code: 'unknown_zone', hint: 'Did you mean Europe/Berlin?' },
    { args: ['day', '--at', '2026-05-16T14:30:00'], code: 'bad_instant', hint: 'Without Z or an offset' },
    { args: ['day', '--key', '2026-02-30'], code: 'no_such_window', hint: 'There is no day' },
    { args: ['day', '--key', 'Invalid-W01'], code: 'bad_key', hint: 'Write it like 2026-05-16' },
    {
      args: ['day', '--key', '2026-05-16', '--at', '2026-05-16T00:00Z'],
      code: 'invalid_input',
      hint: 'not both',
    },
    { args: ['day', '--start-month', '4'], code: 'invalid_input', hint: 'are for fiscal years' },
    { args: ['fiscal', '--named-by', 'end'], code: 'bad_fiscal_year', hint: '--start-month is missing' },
    {
      args: ['fiscal', '--start-month', '13', '--named-by', 'end'],
      code: 'bad_fiscal_year',
      hint: '1 to 12',
    },
    { args: ['fiscal', '--start-month', '10'], code: 'bad_fiscal_year', hint: '--named-by is missing' },
    { args: ['slot'], code: 'invalid_input', hint: 'slot needs --at' },
    {
      args: ['slot', '--at', '2026-05-16T14:30:00.5Z'],
      code: 'slot_not_whole_second',
      hint: 'whole seconds',
    },
    { args: ['sha'], code: 'invalid_input', hint: 'sha: and its full name' },
    { args: ['sha:da39a3e'], code: 'bad_sha', hint: 'all of its 40 or 64' },
    { args: ['content'], code: 'invalid_input', hint: 'the name of a file' },
    { args: ['content:/nowhere/at/all'], code: 'invalid_input', hint: 'cannot be read' },
    { args: ['year', '--at', '3000-01-01T00:00Z'], code: 'out_of_range', hint: '1970 to 2999' },
    { args: ['day', '--nosuch'], code: 'invalid_input', hint: 'nosuch' },
  ])('refuses $args as $code', async ({ args, code, hint }) => {
    const { exit, document } = await openSession().runJson('bucket', ...args);
    expect({ exit, document }).toMatchObject({ exit: 2, document: { status: 'refused', code } });
    expect((await openSession().run('bucket', ...args)).err).toContain(hint);
  });
});

describe('the bucket of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bucket-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the hash of its bytes, which need not be text', async () => {
    const file = join(folder, 'diff');
    writeFileSync(file, Uint8Array.from([0xff, 0x00, 0x0a]));
    // printf '\377\000\n' | sha256sum
    const digest = 'c933d2fe5a3675b959c287c271739ac2db888cc8c0d68c1c5b58ac5b80f5d735';
    const { out } = await openSession().run('bucket', `content:${file}`);
    expect(out).toBe(`content:${digest}\n`);
  });
});
