import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.ts';
import { GENERATED, REPOSITORY } from './layout.ts';

/** Lists files that differ between two roots, with each difference. */
export function differences(committed: string, fresh: string, folders: readonly string[]): string[] {
  const [before, after] = [readFiles(committed, folders), readFiles(fresh, folders)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((file) => {
    if (!before.has(file)) return [`${file} is missing`];
    if (!after.has(file)) return [`${file} is no longer generated`];
    return before.get(file) === after.get(file) ? [] : [`${file} differs`];
  });
}

function readFiles(root: string, folders: readonly string[]): Map<string, string> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: root }));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

if (import.meta.main) {
  const fresh = mkdtempSync(join(tmpdir(), 'tillgate-generated-'));
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  await generate(fresh);
  const found = differences(REPOSITORY, fresh, GENERATED);
  for (const difference of found) console.error(difference);
  if (found.length > 0) console.error('\nThe generated files do not match the contract. Run: pnpm generate');
  process.exitCode = found.length === 0 ? 0 : 1;
}
