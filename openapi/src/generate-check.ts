import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.ts';
import { GENERATED, REPOSITORY } from './layout.ts';

export interface Difference {
  file: string;
  what: 'differs' | 'is missing' | 'is no longer generated';
}

export function differences(committed: string, fresh: string, folders: readonly string[]): Difference[] {
  return folders.flatMap((folder) => {
    const [before, after] = [filesBelow(committed, folder), filesBelow(fresh, folder)];
    return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((file): Difference[] => {
      if (!before.has(file)) return [{ file, what: 'is missing' }];
      if (!after.has(file)) return [{ file, what: 'is no longer generated' }];
      return before.get(file) === after.get(file) ? [] : [{ file, what: 'differs' }];
    });
  });
}

function filesBelow(root: string, folder: string): Map<string, string> {
  const entries = readFolder(join(root, folder)).map((file) => join(folder, file));
  return new Map(entries.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

function readFolder(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function main(): Promise<0 | 1> {
  const fresh = mkdtempSync(join(tmpdir(), 'tillgate-generated-'));
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  await generate(fresh);
  const found = differences(REPOSITORY, fresh, GENERATED);
  for (const { file, what } of found) console.error(`${file} ${what}`);
  if (found.length > 0) console.error('\nThe generated files do not match the contract. Run: pnpm generate');
  return found.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
