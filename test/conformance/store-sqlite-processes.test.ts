import { describe } from 'vitest';
import { makeStoreFile } from '../support/store-file.ts';
import { describeSharedStore } from './store-processes-suite.ts';

describe('a file', () => {
  describeSharedStore(() => {
    const file = makeStoreFile();
    return { place: file.path, open: file.open };
  });
});
