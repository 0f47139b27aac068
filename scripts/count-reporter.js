// A vitest reporter that writes how many tests passed and failed to the file named by FIXPOINT_TEST_COUNTS.
// `run-tests.js` reads it, so that its last line does not depend on how vitest words its summary.

import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const file = process.env.FIXPOINT_TEST_COUNTS;
    if (file === undefined) return;
    writeFileSync(file, JSON.stringify(countResults(testModules, unhandledErrors)));
  }
}

function countResults(testModules, unhandledErrors) {
  let passed = 0;
  // A module or suite has errors of its own when it did not load or when one of its hooks threw.
  let failed = unhandledErrors.length;
  for (const testModule of testModules) {
    if (testModule.errors().length > 0) failed += 1;
    for (const suite of testModule.children.allSuites()) {
      if (suite.errors().length > 0) failed += 1;
    }
    for (const test of testModule.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') failed += 1;
    }
  }
  return { passed, failed };
}
