// Writes docs/performance.md and its plots, and the README's figures, from bench/results.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { composePage } from './page/compose.ts';
import { withFigures } from './page/readme.ts';
import { readResult } from './results.ts';

const README = new URL('../../../README.md', import.meta.url);
const DOCS = new URL('../../../docs/', import.meta.url);

rmSync(new URL('performance/', DOCS), { recursive: true, force: true });
for (const [path, text] of composePage()) {
  const file = new URL(path, DOCS);
  mkdirSync(new URL('./', file), { recursive: true });
  writeFileSync(file, text);
}

const run = readResult('run');
if (run) writeFileSync(README, withFigures(readFileSync(README, 'utf8'), run));
