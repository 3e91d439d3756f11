import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../src/program.ts';
import type { OpenTarget } from '../../src/target/target.ts';

/** Runs the command. Returns what it printed and its exit code. */
export const command = (...args: string[]) => commandOn(undefined, ...args);

/** Runs the command, for which `own` starts a target. */
export async function commandOn(
  own: (() => Promise<OpenTarget>) | undefined,
  ...args: string[]
): Promise<{ code: number | undefined; output: string }> {
  let output = '';
  let code: number | undefined;
  const print = (text: string) => {
    output += text;
  };
  const exit = (exitCode: number) => {
    code = exitCode;
  };
  const program = createProgram(print, exit, own);
  program.configureOutput({ writeOut: print });
  if (args.includes('--help')) program.outputHelp();
  else await program.parseAsync(['node', 'tillgate-conformance', ...args]);
  return { code, output };
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'conformance-'));

/** Writes a file of the user. Returns its path. */
export function written(name: string, content: string): string {
  const file = join(newFolder(), name);
  writeFileSync(file, content);
  return file;
}
