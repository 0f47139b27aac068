// Opens a store that another process made and prints the settings of its connections as JSON.
//
//   show-settings-main FILE

import type Database from 'better-sqlite3';
import { loadFacts } from '../../src/engine/store-protocol.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';

const [path = ''] = process.argv.slice(2);
const opened: Database.Database[] = [];

const untold = connect(path);
const store = openSqliteStore(path, {
  retryLock: 'block',
  connect: (file) => {
    const db = connect(file);
    opened.push(db);
    return db;
  },
});
await store.read(() => loadFacts([])); // the first question opens the connection that only reads
const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'query_only'];
const shown = opened.map((db, index) => ({
  access: index === 0 ? 'write' : 'read',
  ...Object.fromEntries(settings.map((name) => [name, db.pragma(name, { simple: true })])),
}));
console.log(JSON.stringify({ untold: untold.pragma('synchronous', { simple: true }), store: shown }));
untold.close();
await store.close();
