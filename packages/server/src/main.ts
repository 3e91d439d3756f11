#!/usr/bin/env node
import { createProgram } from './commands/program.ts';
import { DirectoryError } from './directory/directory-error.ts';
import { StartError } from './errors.ts';

try {
  await createProgram(process.env, (text) => process.stdout.write(text)).parseAsync();
} catch (error) {
  const isRefusal = error instanceof StartError || error instanceof DirectoryError;
  // What the operator can mend is one line; anything else is ours, with its stack.
  process.stderr.write(isRefusal ? `tillgate: ${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
