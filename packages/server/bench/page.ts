// Writes docs/performance.md and its plots from bench/results.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { composePage } from './page/compose.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

rmSync(new URL('performance/', DOCS), { recursive: true, force: true });
mkdirSync(new URL('performance/', DOCS));
for (const [path, text] of composePage()) writeFileSync(new URL(path, DOCS), text);
