#!/usr/bin/env node
import { createProgram } from './program.ts';

await createProgram(
  (text) => process.stdout.write(text),
  (code) => {
    process.exitCode = code;
  },
).parseAsync();
