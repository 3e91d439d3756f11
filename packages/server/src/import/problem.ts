/** A problem with a line of the file; `path` is a JSON Pointer into it, empty for the line itself. */
export interface Problem {
  readonly line: number;
  readonly path: string;
  readonly message: string;
}

/** Reports a warning about a line that is imported nevertheless. */
export type Warn = (warning: Problem) => void;

/** Input that is incomplete or not in its stated format. */
export class BrokenInput extends Error {
  override name = 'BrokenInput';
}

/** Undoes a batch of which some lines cannot be written. */
export class BadLines extends Error {
  override name = 'BadLines';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`${problems.length} lines cannot be written`);
    this.problems = problems;
  }
}

export function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new BadLines(problems);
}

export const describe = ({ line, path, message }: Problem): string =>
  `line ${line}: ${path === '' ? '' : `${path} `}${message}`;
