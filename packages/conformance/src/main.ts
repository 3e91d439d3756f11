#!/usr/bin/env node
import { createProgram } from './program.ts';

/** The published command, which needs a configured deployment. */
await createProgram(
  (text) => process.stdout.write(text),
  (code) => {
    process.exitCode = code;
  },
).parseAsync();
