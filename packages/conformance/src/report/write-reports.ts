import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '../engine/runner.ts';
import type { Target } from '../target/target.ts';
import { toHtml } from './html/page.ts';
import { toJson } from './json.ts';
import { toJunit } from './junit.ts';

const REPORTS = { 'report.json': toJson, 'junit.xml': toJunit, 'report.html': toHtml };

/** Writes the run's reports into a folder. Returns their names. */
export function writeReports(folder: string, result: RunResult, target: Target): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(REPORTS).map(([name, report]) => {
    const file = join(folder, name);
    writeFileSync(file, report(result, target));
    return file;
  });
}
