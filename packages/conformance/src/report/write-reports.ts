import type { RunResult } from '../run/runner.ts';
import type { Target } from '../target/target.ts';

export function writeReports(_folder: string, _result: RunResult, _target: Target): string[] {
  return [];
}
