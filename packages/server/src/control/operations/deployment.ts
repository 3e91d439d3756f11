import { strictObject } from 'valibot';
import { inspectDatabases } from '../../storage/inspect.ts';
import { KNOWN_MIGRATIONS } from '../../storage/migrate.ts';
import { VERSION } from '../../version.ts';
import { reading } from '../operation.ts';

/** The deployment that a command line works on. */
export const DEPLOYMENT_OPERATIONS = {
  'deployment.show': reading({
    summary: 'Show the version of the program and the latest migrations that it knows.',
    actors: ['operator'],
    input: strictObject({}),
    read: async () => ({ version: VERSION, migrations: KNOWN_MIGRATIONS }),
  }),
  'deployment.check': reading({
    summary: 'Check the databases: versions, rights, migrations, clocks and disk.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (_pool, _input, { databases, control }) => ({
      findings: await inspectDatabases(databases, control.clock),
    }),
  }),
} as const;
