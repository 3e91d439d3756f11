/** A problem with a line. `path` is a JSON Pointer into it, empty for the line itself. */
export interface Problem {
  readonly line: number;
  readonly path: string;
  readonly message: string;
}

/** Reports a warning about a line that is imported. */
export type Warn = (warning: Problem) => void;

/** The input is incomplete or damaged. */
export class BrokenInput extends Error {
  override name = 'BrokenInput';
}

/** Rolls back a batch that contains lines which cannot be written. */
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
