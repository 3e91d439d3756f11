import { readConfig } from '../config.ts';
import { KNOWN_MIGRATIONS } from '../database/known-migrations.ts';
import { type MigrateOptions, migrate } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { patienceOf } from '../runtime.ts';
import { AdminClient } from './admin-client.ts';
import { serverOrDatabases } from './connect.ts';

/** Migrates the databases to this version of the program. Returns the message. */
export async function migrateCommand(env: NodeJS.ProcessEnv, options: MigrateOptions = {}): Promise<string> {
  const config = readConfig(env);
  const found = await serverOrDatabases(config, { patience: patienceOf(config) });
  if (found instanceof AdminClient) {
    // The running server has migrated its database.
    const { migrations, version } = await found.call('deployment.show', {});
    const isCurrent = Object.entries(KNOWN_MIGRATIONS).every(([kind, latest]) => migrations[kind] === latest);
    if (isCurrent) return 'The database is up to date: a server runs on it.';
    throw new StartError(
      `The running server, of version ${version}, does not know the migrations of this program; stop it and run this again.`,
    );
  }
  try {
    const applied = await migrate(found, options);
    return applied === 0 ? 'The database is up to date.' : `Applied ${applied} migrations.`;
  } finally {
    await found.close();
  }
}
