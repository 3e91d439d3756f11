#!/usr/bin/env node
import { createProgram } from './program.ts';

/** The command as it is published; a deployment has to be named. */
await createProgram(
  (text) => process.stdout.write(text),
  (code) => {
    process.exitCode = code;
  },
).parseAsync();
