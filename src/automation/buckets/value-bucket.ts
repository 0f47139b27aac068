/** Windows that are no stretch of time: a commit, or content. */
import { createHash } from 'node:crypto';
import type { Bucket } from './bucket.ts';
import { type BucketProblem, bucketProblem } from './bucket-problem.ts';

/**
 * The bucket of a commit by its full name, 40 or 64 lower-case hexadecimal digits. A shortened name is refused: it
 * may come to mean several commits, and one name may begin another.
 */
export function shaBucket(sha: string): Bucket | BucketProblem {
  if (fullSha.test(sha) && !/^0+$/.test(sha))
    return { scheme: { kind: 'sha' }, key: `sha:${sha}`, window: undefined };
  return bucketProblem('bad_sha', `"${sha.slice(0, 80)}" is no full commit name. ${explainSha(sha)}`);
}

/** The bucket of content: the same bytes have the same key. Text is taken as UTF-8. */
export function contentBucket(content: Uint8Array | string): Bucket {
  const digest = createHash('sha256').update(content).digest('hex');
  return { scheme: { kind: 'content' }, key: `content:${digest}`, window: undefined };
}

export function parseShaKey(key: string): Bucket | BucketProblem {
  if (key.startsWith('sha:')) return shaBucket(key.slice('sha:'.length));
  return bucketProblem(
    'bad_key',
    `"${key}" is no key of kind sha. Write sha: and the full name of the commit.`,
  );
}

export function parseContentKey(key: string): Bucket | BucketProblem {
  if (/^content:[0-9a-f]{64}$/.test(key)) return { scheme: { kind: 'content' }, key, window: undefined };
  return bucketProblem(
    'bad_key',
    `"${key}" is no key of kind content. It is content: and 64 hexadecimal digits.`,
  );
}

const fullSha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function explainSha(sha: string): string {
  if (/^0+$/.test(sha)) return 'All zeros stand for "no commit", as in the push that deletes a branch.';
  if (fullSha.test(sha.toLowerCase())) return `Write it in lower case: ${sha.toLowerCase()}.`;
  return 'Write all of its 40 or 64 hexadecimal digits, in lower case.';
}
