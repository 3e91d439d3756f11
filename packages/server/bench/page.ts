// Writes docs/performance.md and its plots from bench/results.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { composePage } from './page/compose.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

rmSync(new URL('performance/', DOCS), { recursive: true, force: true });
for (const [path, text] of composePage()) {
  const file = new URL(path, DOCS);
  mkdirSync(new URL('./', file), { recursive: true });
  writeFileSync(file, text);
}
