import { StartError } from '../process/start-error.ts';
import type { Db } from './access.ts';
import { BASELINE, equalsBaseline, LAST_BEFORE_BASELINE, type Migration } from './known-migrations.ts';
import { appliedFiles, type Checksums, changedFile, type SchemaFiles } from './schema-files.ts';

export interface Parts {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly files: SchemaFiles;
}

/** State of a schema compared with this version of the code. */
export interface Progress {
  /** Latest migration of the schema; 0 if it is empty. */
  readonly latest: number;
  /** True if the schema has the migrations before the baseline, and thus the baseline's tables. */
  readonly hasTables: boolean;
  readonly pending: readonly Migration[];
}

type Applied = Pick<Migration, 'version' | 'checksum'>;

/** Throws a StartError for a schema that this version of the code cannot migrate. */
export async function progressOf(db: Pick<Db, 'query'>, parts: Parts): Promise<Progress> {
  const { name, migrations } = parts;
  const { rows } = await db.query<Applied>(`select version, checksum from ${name}.migrations order by version`);
  const latest = rows.at(-1)?.version ?? 0;
  if (equalsBaseline(rows)) return { latest, hasTables: true, pending: migrations };
  checkApplied(parts, rows);
  const done = new Set(rows.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  if (pending.length === 0) checkFiles(parts, await appliedFiles(db, name));
  return { latest, hasTables: false, pending };
}

function checkApplied({ name, migrations }: Parts, applied: readonly Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, checksum } of applied) {
    const migration = known.get(version);
    if (!migration) throw version < BASELINE ? beforeBaseline(name, applied) : newer(name, version);
    if (migration.checksum !== checksum) {
      throw new StartError(`The migration ${version} of ${name} was changed after it was applied.`);
    }
  }
}

const newer = (schema: string, version: number): StartError =>
  new StartError(
    `The schema ${schema} is at migration ${version}, newer than this program supports; upgrade the program.`,
  );

const beforeBaseline = (schema: string, applied: readonly Applied[]): StartError =>
  new StartError(
    `The schema ${schema} is at migration ${applied.at(-1)?.version}, from before version 0.1.0, and was left untouched. ` +
      `First run \`tillgate migrate\` of the last commit before it: git checkout ${LAST_BEFORE_BASELINE}, ` +
      'pnpm install, pnpm tillgate migrate. Then start this version again.',
  );

/** Functions have no versions: an older program would restore its own. Changing one therefore needs a new migration. */
function checkFiles({ name, files }: Parts, applied: Checksums): void {
  const changed = changedFile(files, applied);
  if (changed === undefined) return;
  throw new StartError(
    `The file ${changed}.sql of the schema ${name} was changed without a migration; add one, ` +
      'which may be a comment that says what changed.',
  );
}
