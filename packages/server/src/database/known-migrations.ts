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

/** Latest migration of a control plane, and of a region. */
export interface MigrationVersions extends Readonly<Record<string, number>> {
  readonly control: number;
  readonly region: number;
}

/** The latest migrations that this program knows. */
export const KNOWN_MIGRATIONS: MigrationVersions = {
  control: CONTROL.at(-1)?.version ?? 0,
  region: REGION.at(-1)?.version ?? 0,
};

/** The first migration of both kinds of schema, which states the tables outright. */
export const BASELINE = 100;

/** Last commit with the migrations before the baseline. They result in the same schemas as the baseline. */
export const LAST_BEFORE_BASELINE = '38b7e81d4fd867663d45b1858557aeb5d3de8187';

/** SHA-256 of `version:checksum` of all migrations before the baseline, joined by commas. */
const DIGESTS_BEFORE_BASELINE = [
  '7013f0934bb4b595f39350b9642f717429536b77be0464f2cce8129ca32d06ad',
  'af0bc2c02e5f1db530f50678ffe9fc6ad3c7535fa778040d34974ee2e5f487bb',
];

/** True if a schema has exactly the migrations before the baseline. */
export function equalsBaseline(applied: readonly Pick<Migration, 'version' | 'checksum'>[]): boolean {
  const lines = applied.map(({ version, checksum }) => `${version}:${checksum}`);
  return DIGESTS_BEFORE_BASELINE.includes(createHash('sha256').update(lines.join()).digest('hex'));
}

/**
 * For each kind of schema, the oldest migration that a process has to know to keep working after all migrations have
 * run. A migration that drops or renames something raises this to the latest migration of the release before it.
 */
export const OLDEST_SERVED: MigrationVersions = { control: 13, region: 19 };
