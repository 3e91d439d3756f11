#!/usr/bin/env node
import { createProgram } from './commands/program.ts';
import { DirectoryError } from './directory/directory-error.ts';
import { PartnerError } from './errors.ts';
import { StartError } from './start-error.ts';
import { Unavailable } from './storage/failures.ts';

try {
  await createProgram(process.env, (text) => process.stdout.write(text)).parseAsync();
  // Whatever still holds the process, such as a connection to a database that does not answer, ends with it.
  setTimeout(() => process.exit(), 1000).unref();
} catch (error) {
  const isRefusal = [StartError, DirectoryError, PartnerError, Unavailable].some((kind) => error instanceof kind);
  // The operator can fix these: one line. Anything else is a bug, with its stack.
  process.stderr.write(isRefusal ? `tillgate: ${(error as Error).message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
