import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../src/program.ts';

/** Runs the command. Returns what it printed and its exit code. */
export async function command(...args: string[]): Promise<{ code: number | undefined; output: string }> {
  let output = '';
  let code: number | undefined;
  const print = (text: string) => {
    output += text;
  };
  const program = createProgram(print, (exitCode) => {
    code = exitCode;
  });
  program.configureOutput({ writeOut: print });
  if (args.includes('--help')) program.outputHelp();
  else await program.parseAsync(['node', 'tillgate-conformance', ...args]);
  return { code, output };
}

/** Writes a file of the user. Returns its path. */
export function written(name: string, content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), name);
  writeFileSync(file, content);
  return file;
}
