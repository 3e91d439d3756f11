import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { createProgram } from '../../src/program.ts';
import { PLANS } from '../../src/run/case.ts';
import { readDeviations } from '../../src/run/deviations.ts';
import { toTarget } from '../../src/target/read-target.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(README)?.[1] ?? '';

describe('The README', () => {
  test('has a valid configuration', () => {
    const { $schema: _, ...configuration } = JSON.parse(block('json'));
    const merchants = configuration.merchants.map(({ backOffice, ...merchant }: { backOffice?: { file: string } }) => ({
      ...merchant,
      ...(backOffice && {
        backOffice: { file: backOffice.file.replace('node_modules/@tillgate/conformance', PACKAGE) },
      }),
    }));
    const target = toTarget({ ...configuration, merchants }, {});
    expect([target.name, target.limits.requestsPerMinute, target.merchants.length]).toEqual(['staging', 300, 2]);
  });

  test('has valid deviations', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'known.yaml');
    writeFileSync(file, block('yaml'));
    expect(readDeviations(file, new Set(CASES.map(({ id }) => id)))).toHaveLength(2);
  });

  test('has a reading order of at most 1,600 lines', () => {
    const list = README.split('### Reading order\n')[1]?.split('\n## ')[0] ?? '';
    const files = [...list.matchAll(/^\d+\. \[`.*`\]\((.*)\)/gm)].map(([, path = '']) => path);
    expect(files).toHaveLength(7);
    const lines = files.map((path) => readFileSync(join(PACKAGE, path), 'utf8').split('\n').length);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_600);
  });

  test('names the existing plans, options and files', () => {
    for (const plan of Object.keys(PLANS)) expect(README).toContain(`\`${plan}\``);
    const { options, commands } = createProgram(
      () => {},
      () => {},
    );
    const every = [...options, ...commands.flatMap((command) => command.options)];
    const known = new Set(['--help', ...every.map(({ long }) => long)]);
    const named = [...README.matchAll(/`(--[a-z-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !known.has(name ?? ''))).toEqual([]);
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => join(PACKAGE, path ?? ''));
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });
});
