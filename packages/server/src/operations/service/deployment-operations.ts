import { strictObject } from 'valibot';
import { openMoves } from '../../control/merchants/merchant-moves.ts';
import { inspectSigningKeys } from '../../control/service/signing-keys.ts';
import { inspectSources } from '../../control/service/unknown-sources.ts';
import { type Finding, inspectDatabases } from '../../database/inspect.ts';
import { KNOWN_MIGRATIONS } from '../../database/known-migrations.ts';
import type { DatabasePool } from '../../database/pool.ts';
import { VERSION } from '../../version.ts';
import { reading } from '../operation.ts';

/** Operations on the deployment. */
export const DEPLOYMENT_OPERATIONS = {
  'deployment.show': reading({
    summary: 'Show the version of the program and the latest migrations that it knows.',
    actors: ['operator'],
    input: strictObject({}),
    read: async () => ({ version: VERSION, migrations: KNOWN_MIGRATIONS }),
  }),
  'deployment.check': reading({
    summary:
      'Check the databases: versions, rights, migrations, clocks, disk, aborted moves between them, and source addresses that proxies did not report.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (pool, _input, { databases, control }) => ({
      findings: [
        ...(await inspectDatabases(databases, control.clock)),
        ...(await inspectMoves(pool)),
        ...(await inspectSources(pool, control.clock())),
        ...(await inspectSigningKeys(pool, control.clock())),
      ],
    }),
  }),
} as const;

/** Finds copies left by aborted moves. An unavailable control plane is reported by another finding. */
async function inspectMoves(pool: DatabasePool): Promise<Finding[]> {
  const left = (await openMoves(pool).catch(() => [])).filter(({ state }) => state === 'aborting');
  return left.map(({ companyId, to }) => ({
    check: `move of merchant ${companyId}`,
    status: 'warning',
    found: `it was aborted, and its copy is still in the cell ${to}`,
    fix: `Run \`tillgate merchant move ${companyId} --abort\` when that cell answers.`,
  }));
}
