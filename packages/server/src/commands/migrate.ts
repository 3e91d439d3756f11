import { readConfig } from '../config.ts';
import { openDatabases } from '../open-databases.ts';
import { migrate } from '../storage/migrate.ts';
import { patienceOf } from './patience.ts';

/** Brings the database to this version of the program. */
export async function migrateCommand(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const databases = await openDatabases(config, { patience: patienceOf(config) });
  try {
    const applied = await migrate(databases);
    process.stdout.write(applied === 0 ? 'The database is up to date.\n' : `Applied ${applied} migrations.\n`);
  } finally {
    await databases.close();
  }
}
