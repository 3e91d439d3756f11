import type { Target } from '../../../src/target/target.ts';
import { written } from '../../../test/support/command.ts';

/** Writes a target's configuration as an operator would. Returns the file. */
export function configure({ name: _, ...configuration }: Target, changed: Partial<Target> = {}): string {
  return written('target.json', JSON.stringify({ ...configuration, ...changed }));
}
