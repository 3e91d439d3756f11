#!/usr/bin/env node
import './node-version.ts';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { DirectoryError } from './directory/directory-error.ts';
import { PartnerError } from './errors.ts';
import { StartError } from './start-error.ts';
import { Unavailable } from './storage/failures.ts';

// Before anything large is loaded: most of a start's time goes into loading code.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

try {
  const { createProgram } = await import('./commands/program.ts');
  const [node = '', script = '', ...args] = process.argv;
  // Without a command it serves, as `npx tillgate` does on a machine that has nothing yet.
  const command = args.length === 0 ? ['serve'] : args;
  await createProgram(process.env, (text) => process.stdout.write(text)).parseAsync([node, script, ...command]);
  // Whatever still holds the process, such as a connection to a database that does not answer, ends with it.
  setTimeout(() => process.exit(), 1000).unref();
} catch (error) {
  const isRefusal = [StartError, DirectoryError, PartnerError, Unavailable].some((kind) => error instanceof kind);
  // The operator can fix these: one line. Anything else is a bug, with its stack.
  process.stderr.write(isRefusal ? `tillgate: ${(error as Error).message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
