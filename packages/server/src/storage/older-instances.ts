import type { PoolClient } from 'pg';
import { StartError } from '../start-error.ts';
import { type Instance, otherInstances } from './instances.ts';

/** A schema that is about to be migrated. */
interface Migrating {
  readonly name: string;
  readonly of: 'control' | 'region';
  /** Its latest migration. A process knows no migration that the schema lacks: it would have applied it. */
  readonly latest: number;
  /** The oldest migration that other processes have to know to keep working on it. */
  readonly oldestServed: number;
}

/** Throws a StartError while processes are connected that would fail on the migrated schema. */
export async function requireServed(client: PoolClient, schema: Migrating): Promise<void> {
  const { of, latest, oldestServed } = schema;
  const older = (await otherInstances(client)).filter(({ knows }) => (knows?.[of] ?? latest) < oldestServed);
  if (older.length === 0) return;
  throw tooOld(
    schema,
    older.map((instance) => inWords(instance, of)),
  );
}

const inWords = ({ name, knows }: Instance, of: string): string =>
  `${name} (${knows ? `${of} migration ${knows[of]}` : 'of unknown version'})`;

const tooOld = ({ name, oldestServed }: Migrating, older: readonly string[]): StartError =>
  new StartError(
    `The schema ${name} is not migrated, since processes are connected whose requests would fail on it: ${older.join(', ')}. ` +
      `Replace them by a release that knows migration ${oldestServed} or stop them, then run this again; ` +
      'or run `tillgate migrate --anyway`, and their requests fail until they are replaced.',
  );
