import { listConnections } from '../connections.ts';
import type { Control } from '../control.ts';
import { DirectoryError } from '../errors.ts';
import type { Merchant } from '../merchants.ts';
import type { Concern } from './scenarios.ts';

/** The app that a scenario concerns: the named one, or the only one that it can. */
export async function chooseApp(
  control: Control,
  { companyId, organizationId }: Merchant,
  concerns: Concern,
  appId: number | undefined,
): Promise<number | null> {
  if (concerns === 'merchant') return null;
  const found =
    concerns === 'connection'
      ? await connectedApps(control, companyId)
      : await appsOf(control, organizationId, concerns);
  const chosen = appId === undefined && found.length === 1 ? found[0] : found.find((id) => id === appId);
  if (chosen !== undefined) return chosen;
  const owner = OWNERS[concerns](companyId);
  if (appId !== undefined) throw new DirectoryError(`The app ${appId} is not ${owner}.`);
  if (found.length === 0) throw new DirectoryError(`No app is ${owner}.`);
  throw new DirectoryError(`Several apps are ${owner}. Name one: ${found.join(', ')}.`);
}

const OWNERS: Readonly<Record<Exclude<Concern, 'merchant'>, (companyId: number) => string>> = {
  connection: (companyId) => `connected to merchant ${companyId}`,
  keyApp: () => `an ADSR app of the merchant's organization`,
  app: () => `of the merchant's organization`,
};

const MOST_APPS = 200;

async function connectedApps({ pool, clock }: Control, companyId: number): Promise<number[]> {
  const { data } = await listConnections(pool, { companyId }, { limit: MOST_APPS }, clock());
  return [...new Set(data.map(({ appId }) => appId))];
}

async function appsOf({ pool }: Control, organizationId: number | null, concerns: 'keyApp' | 'app'): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from control.apps where organization_id = $1 and archived_at is null and (product = 'ADSR' or not $3)
     order by id limit $2`,
    [organizationId, MOST_APPS, concerns === 'keyApp'],
  );
  return rows.map(({ id }) => id);
}
