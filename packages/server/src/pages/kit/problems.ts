import type { Sentences } from '../languages/english.ts';

export type Problem = Exclude<keyof Sentences['problems'], 'reference' | 'start'>;

const STATUS: Readonly<Record<Problem, number>> = {
  notFound: 404,
  method: 405,
  mediaType: 415,
  tooLarge: 413,
  forged: 403,
  otherAddress: 403,
  gone: 410,
  changed: 409,
  decided: 409,
  expired: 410,
  ownersOnly: 403,
  throttled: 429,
  noMerchant: 403,
  failed: 500,
  unavailable: 503,
};

/** Ends a request with a page that states the problem. */
export class WebProblem extends Error {
  override name = 'WebProblem';
  readonly problem: Problem;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Record<string, string> = {}, options: ErrorOptions = {}) {
    super(problem, options);
    this.problem = problem;
    this.status = STATUS[problem];
    this.headers = headers;
  }
}
