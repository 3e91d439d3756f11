import { DirectoryError } from './directory-error.ts';

/** One field of an operation's input that breaks a rule, in a sentence. */
export interface Problem {
  /** The field's name; with an index for an entry of a list, such as `allowedIps.0`. */
  readonly field: string;
  readonly message: string;
}

/** Input that breaks the rules of its fields. */
export class InvalidInput extends DirectoryError {
  override name = 'InvalidInput';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
  }
}

/** An operation that is not for this kind of actor. */
export class NotAllowed extends DirectoryError {
  override name = 'NotAllowed';
}

/** A name that no operation has. */
export class UnknownOperation extends DirectoryError {
  override name = 'UnknownOperation';
}
