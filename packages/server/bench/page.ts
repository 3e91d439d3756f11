// Writes the tables and the chart of docs/performance.md from bench/results.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { chartOf, fillPage } from './performance-page.ts';
import { readResults } from './results.ts';

const PAGE = new URL('../../../docs/performance.md', import.meta.url);
const CHART = new URL('../../../docs/performance/floors.svg', import.meta.url);

const results = readResults();
writeFileSync(PAGE, fillPage(readFileSync(PAGE, 'utf8'), results));
writeFileSync(CHART, chartOf(results.run?.rows ?? []));
