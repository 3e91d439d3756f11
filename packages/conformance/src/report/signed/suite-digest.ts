import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));

/** SHA-256 of the running suite: of the published bundle, or of all sources with their names. */
export function suiteDigest(): string {
  const own = fileURLToPath(import.meta.url);
  const files = basename(own) === 'suite.js' ? [[basename(own), own] as const] : sources();
  const digest = createHash('sha256');
  for (const [name, file] of files) digest.update(`${name}\0`).update(readFileSync(file)).update('\0');
  return digest.digest('hex');
}

const sources = (): (readonly [name: string, file: string])[] =>
  readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file.slice(SOURCES.length).replaceAll('\\', '/'), file] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
