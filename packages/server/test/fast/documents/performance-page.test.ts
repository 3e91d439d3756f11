import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chartOf, fillPage } from '../../../bench/performance-page.ts';
import { readResults } from '../../../bench/results.ts';

const DOCS = new URL('../../../../../docs/', import.meta.url);
const page = readFileSync(new URL('performance.md', DOCS), 'utf8');
const results = readResults();

describe('docs/performance.md', () => {
  test('shows the recorded results; `pnpm bench page` writes them', () => {
    expect(page).toBe(fillPage(page, results));
    expect(readFileSync(new URL('performance/floors.svg', DOCS), 'utf8')).toBe(chartOf(results.run?.rows ?? []));
    expect(readdirSync(new URL('performance/', DOCS))).toEqual(['floors.svg']);
  });

  test('has a place for each result', () => {
    const places = [...page.matchAll(/^<!-- (\w+) -->$/gm)].map(([, name]) => name);
    expect(places.sort()).toEqual(Object.keys(results).sort());
  });

  test('says what has no result', () => {
    const empty = fillPage('<!-- run -->\n<!-- /run -->', {});
    expect(empty).toBe('<!-- run -->\n\nNot measured yet.\n\n<!-- /run -->');
  });
});
