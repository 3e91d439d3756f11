import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepVersion } from './changelog/versions.ts';
import { BUNDLE, CHANGELOG, CHANGELOG_PAGE, REPOSITORY } from './layout.ts';

const USAGE = 'usage: contract:changelog --keep <day> | --out <folder>';

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Changelog · Tillgate Partner API</title>
<style>body { max-width: 60rem; margin: auto; font-family: system-ui } code { overflow-wrap: anywhere }</style>
`;

/** Stores the contract as a version, or writes the changelog as static files. */
export function contractChangelog(args: string[], print: (text: string) => void): void {
  const { values } = parseArgs({ args, options: { keep: { type: 'string' }, out: { type: 'string' } } });
  const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');
  if (values.keep !== undefined) {
    print(`${keepVersion(values.keep, JSON.parse(read(BUNDLE)))} is written. Run: pnpm generate`);
  } else if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, 'index.html'), HEAD + read(CHANGELOG_PAGE));
    writeFileSync(join(values.out, 'changelog.json'), read(CHANGELOG));
    print(`${values.out} has index.html and changelog.json.`);
  } else {
    throw new Error(USAGE);
  }
}

if (import.meta.main) {
  try {
    contractChangelog(process.argv.slice(2), (text) => console.log(text));
  } catch (error) {
    console.error(`contract:changelog: ${(error as Error).message}`);
    process.exitCode = 2;
  }
}
