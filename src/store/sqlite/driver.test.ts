import { describe, expect, it } from 'vitest';
import { Fault } from '../../engine/outcome.ts';
import { loadDriver } from './driver.ts';

describe('loadDriver', () => {
  it('loads a driver that this Node can run', () => {
    const db = new (loadDriver())(':memory:');
    expect(db.prepare('SELECT 1 + 1 AS two').get()).toEqual({ two: 2 });
    db.close();
  });

  it.each([
    ['is not installed', 'sqlite-of-nobody'],
    ['is something else', 'node:path'],
  ])('says what to do when the driver %s', (_, packageName) => {
    expect(() => loadDriver(packageName)).toThrow(Fault);
    expect(() => loadDriver(packageName)).toThrow(
      `The SQLite driver (${packageName}) cannot be loaded by Node ${process.versions.node}. Run "npm ci"`,
    );
  });
});
