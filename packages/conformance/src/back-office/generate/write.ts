import { writeFileSync } from 'node:fs';
import { fileOf } from '../files.ts';
import { FILES, textFor } from './generate.ts';

/** Writes the packaged files. */
for (const name of FILES) writeFileSync(fileOf(name), textFor(name));
