import type { Answer } from '../http/send.ts';

/** Something that the target does not have; whatever needs it is reported as not run. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** An answer that is not what the step after it needs: a finding, after which the case cannot go on. */
export class Unmet extends Error {
  override name = 'Unmet';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}
