import type { Answer } from '../http/send.ts';

/** The target lacks something that a case needs. The case is reported as not run. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** A token endpoint rejected the app. */
export class NoToken extends Unavailable {
  override name = 'NoToken';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** A response the next step cannot use. Becomes a finding that ends the case. */
export class Unmet extends Error {
  override name = 'Unmet';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}
