#!/usr/bin/env node
import './version.ts';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { DirectoryError } from './control/errors.ts';
import { Unavailable } from './database/failures.ts';
import { PartnerError } from './errors.ts';
import { StartError } from './process/start-error.ts';

// Comes before anything large is loaded, because loading code takes most of the start.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

try {
  const { createProgram } = await import('./command-line/program.ts');
  const [node = '', script = '', ...args] = process.argv;
  // Serves if no command is given, so that `npx tillgate` works on a new machine.
  const command = args.length === 0 ? ['serve'] : args;
  await createProgram(process.env, (text) => process.stdout.write(text)).parseAsync([node, script, ...command]);
  // Ends anything that keeps the process alive, such as a connection to an unresponsive database.
  setTimeout(() => process.exit(), 1000).unref();
} catch (error) {
  const isRefusal = [StartError, DirectoryError, PartnerError, Unavailable].some((kind) => error instanceof kind);
  // The operator can fix a StartError, so one line is enough. Any other error is a bug and prints its stack.
  process.stderr.write(isRefusal ? `tillgate: ${(error as Error).message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
