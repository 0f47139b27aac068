import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**'],
    // A process per test file: the SQLite addon and the crash suites must not share one.
    pool: 'forks',
    maxWorkers: 2,
    // Starts nothing by itself: PostgreSQL comes up when the first test asks for it.
    globalSetup: ['test/support/postgres-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A run that found no test is a failure, not a success.
    passWithNoTests: false,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
    },
  },
});
