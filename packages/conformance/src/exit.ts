import { readFileSync } from 'node:fs';

/** Exit codes. A run that proves nothing never exits with the code of one that passed. */
export const EXIT = { passed: 0, failed: 1, couldNotRun: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The target could not be tested. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}

/** Reads a file that the user names. */
export function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotRun(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
