import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { composePage } from '../../../bench/page/compose.ts';

const DOCS = new URL('../../../../../docs/', import.meta.url);

describe('docs/performance.md', () => {
  test('is, with its plots, what the recorded results make; `pnpm bench page` writes it', () => {
    const folder = new URL('performance/', DOCS);
    const plots = existsSync(folder) ? readdirSync(folder).map((name) => `performance/${name}`) : [];
    const written = ['performance.md', ...plots].map(
      (path) => [path, readFileSync(new URL(path, DOCS), 'utf8')] as const,
    );
    expect(new Map(written)).toEqual(composePage());
  });

  test('says how to measure what has no recorded result', () => {
    const pages = composePage(() => undefined);
    expect([...pages.keys()]).toEqual(['performance.md']);
    const commands = pages.get('performance.md')?.match(/Not measured yet\. `pnpm bench \w+/g);
    expect(commands?.map((sentence) => sentence.split(' ').at(-1))).toEqual([
      'run',
      'roles',
      'bulk',
      'feed',
      'peers',
      'growth',
    ]);
  });
});
