/** A change that the control plane's rules reject. The message is for people. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

/** An invalid field of an operation's input, with a sentence stating the rule. */
export interface Problem {
  /** Name of the field, with an index for an entry of a list, such as `allowedIps.0`. */
  readonly field: string;
  readonly message: string;
}

export class InvalidInput extends DirectoryError {
  override name = 'InvalidInput';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
  }
}

export class NotAllowed extends DirectoryError {
  override name = 'NotAllowed';
}

/** An operation that the actor's organization has called too often in this minute. */
export class CalledTooOften extends DirectoryError {
  override name = 'CalledTooOften';
}

export class UnknownOperation extends DirectoryError {
  override name = 'UnknownOperation';
}
