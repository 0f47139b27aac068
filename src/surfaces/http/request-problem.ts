/**
 * What can be wrong with a request before it is a wish or a question. These are matters of HTTP alone and never become
 * an outcome; whatever does has its status in the outcome table.
 */
export const requestProblems = {
  malformed_request: { http: 400, about: 'The request does not follow HTTP.' },
  token_missing: { http: 401, about: 'No bearer token was sent, and this hub wants one.' },
  token_unknown: { http: 401, about: 'The bearer token is not one of this hub.' },
  host_not_allowed: { http: 403, about: 'The Host header names another machine or port.' },
  origin_not_allowed: { http: 403, about: 'The request was made by a page of another site.' },
  scope_insufficient: { http: 403, about: 'The bearer token is good, but not for this.' },
  route_not_found: { http: 404, about: 'There is nothing at this path.' },
  method_not_allowed: { http: 405, about: 'The path exists, with another method.' },
  request_too_slow: { http: 408, about: 'The request did not arrive in the time it is given.' },
  body_too_large: { http: 413, about: 'The body is larger than this path takes.' },
  content_type_unsupported: {
    http: 415,
    about: 'The body is of a type or encoding that this path does not take.',
  },
  expectation_unsupported: { http: 417, about: 'The Expect header asks for something unknown.' },
  head_too_large: { http: 431, about: 'The headers are larger than this hub takes.' },
} as const satisfies Record<string, { readonly http: number; readonly about: string }>;

export type RequestProblemCode = keyof typeof requestProblems;
