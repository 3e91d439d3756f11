import type { Answer } from '../http/send.ts';

/** A step that failed, with the response that it cannot use, if there is one. */
class FailedStep extends Error {
  readonly answer: Answer | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** The target lacks something that a case needs. The case is reported as not run. */
export class Unavailable extends FailedStep {
  override name = 'Unavailable';
}

/** A response the next step cannot use. Becomes a finding that ends the case. */
export class Unmet extends FailedStep {
  override name = 'Unmet';
}
