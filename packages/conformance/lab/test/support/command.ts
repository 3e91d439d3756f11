import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../../src/program.ts';
import type { Target } from '../../../src/target/target.ts';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'conformance-'));

export type Configuration = Record<string, unknown>;

/** Writes a target's configuration as an operator would. Returns the file. */
export function configure(target: Target, change: (configuration: Configuration) => void = () => {}): string {
  const { name: _, ...configuration } = structuredClone(target);
  change(configuration as unknown as Configuration);
  const file = join(newFolder(), 'target.json');
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

/** Runs the published command in this process. */
export async function command(...args: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  let code = -1;
  const print = (text: string) => {
    output += text;
  };
  const exit = (given: number) => {
    code = given;
  };
  await createProgram(print, exit).parseAsync(['node', 'tillgate-conformance', ...args]);
  return { code, output };
}
