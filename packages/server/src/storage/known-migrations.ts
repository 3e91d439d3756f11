import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE_NAME = /^(\d{4})_([a-z_]+)\.sql$/;

function load(folder: 'control' | 'region'): Migration[] {
  const root = new URL(`./migrations/${folder}/`, import.meta.url);
  return readdirSync(root)
    .sort()
    .map((file) => {
      const [, version, name] = FILE_NAME.exec(file) ?? [];
      if (!version || !name) throw new Error(`Not a migration: ${file}`);
      const sql = readFileSync(new URL(file, root), 'utf8');
      return { version: Number(version), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

export const CONTROL = load('control');
export const REGION = load('region');

/** The latest migration of each kind of schema that this program knows. */
export const KNOWN_MIGRATIONS: Readonly<Record<string, number>> = {
  control: CONTROL.at(-1)?.version ?? 0,
  region: REGION.at(-1)?.version ?? 0,
};

/**
 * For each kind of schema, the migration that a process has to know to go on serving when all of these have run: later ones take
 * nothing away that it uses. A migration that drops or renames something raises this to the latest of the former release.
 */
export const OLDEST_SERVED: Readonly<Record<string, number>> = { control: 13, region: 19 };
