/** Every code a caller can meet, with its status: what the documentation explains and problems point to. */
import { faultCodes } from '../../engine/outcome.ts';
import { type RefusalCode, refusalCodes } from '../../engine/refusal-code.ts';
import { requestProblems } from '../http/request-problem.ts';
import {
  defect,
  type RefusalClass,
  refusalClasses,
  translateFault,
  translateRefusal,
} from '../outcome-table.ts';

export interface ApiCode {
  readonly code: string;
  readonly http: number;
  readonly about: string;
}

const classAbout = {
  bad_input: 'The input cannot be taken as it is. Nothing was booked; the message names what to change.',
  not_found: 'What the request names is not there. Nothing was booked.',
  conflict: 'What is there already stands against it. Nothing was booked.',
  rule: 'A rule of the books stands against it. Nothing was booked.',
} as const satisfies Record<RefusalClass, string>;

export const apiCodes: readonly ApiCode[] = [
  ...refusalCodes.map((code) => ({
    code,
    http: translateRefusal(code).http,
    about: classAbout[refusalClasses[code]],
  })),
  ...faultCodes.map((code) => ({ code, http: translateFault(code).http, about: faultAbout(code) })),
  { code: 'defect', http: defect.http, about: 'A fault of Fixpoint itself, which its log describes.' },
  ...Object.entries(requestProblems).map(([code, { http, about }]) => ({ code, http, about })),
];

function faultAbout(code: (typeof faultCodes)[number]): string {
  if (code === 'outcome_unknown') return 'It may or may not be in the books. Sending the same key finds out.';
  return 'The store cannot take or answer it now. Send the same key later.';
}

/** Statuses that any request with a token may meet, whatever is at its path. */
export const requestStatuses: readonly number[] = [400, 401, 403, 408, 417, 431];
/** Statuses of requests with a body, besides. */
export const bodyStatuses: readonly number[] = [413, 415];
/** Statuses of a world that fails, and of our own faults. */
export const failureStatuses: readonly number[] = [
  defect.http,
  ...new Set(faultCodes.map((code) => translateFault(code).http)),
];

/** The codes that come with a status, of those given. */
export function codesWithStatus(status: number, codes: readonly RefusalCode[]): readonly RefusalCode[] {
  return codes.filter((code) => translateRefusal(code).http === status);
}
