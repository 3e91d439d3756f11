import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import manifest from '../package.json' with { type: 'json' };

/** Seed of what is sampled: TEST_SEED, or a number that belongs to the commit, without git to the version. */
export function sampleSeed({ TEST_SEED } = process.env): number {
  if (TEST_SEED) return Number(TEST_SEED);
  return (
    createHash('sha256')
      .update(commit() ?? manifest.version)
      .digest()
      .readUInt32BE() % 1_000_000
  );
}

function commit(): string | undefined {
  try {
    const cwd = import.meta.dirname;
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return undefined;
  }
}
