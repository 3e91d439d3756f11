import { adviceIn } from '../../contract/guides.ts';
import { listConnections } from '../../control/connections.ts';
import type { Control, Origin } from '../../control/control.ts';
import { DirectoryError } from '../../control/errors.ts';
import type { Merchant, OpenSandbox } from '../../control/merchants.ts';

/**
 * States that a developer can ask for, in the order of the guide. Each concerns a sandbox merchant and, depending on
 * its value, a connected app, an ADSR app or any app of the organization. The guide describes them.
 */
export const SCENARIOS = {
  'half-received-order': 'merchant',
  'over-received-transfer': 'merchant',
  'thousand-line-order': 'merchant',
  'sold-out-item': 'merchant',
  'changed-meanwhile': 'merchant',
  'clock-change': 'merchant',
  'old-cursor': 'merchant',
  'refresh-in-grace': 'connection',
  'refresh-reused': 'connection',
  'expired-grant': 'connection',
  disconnected: 'connection',
  'employee-at-consent': 'merchant',
  'request-expiring': 'keyApp',
  'fewer-stores': 'keyApp',
  'failing-endpoint': 'app',
  'one-call-left': 'app',
  'region-away': 'app',
  'late-answer': 'app',
} as const satisfies Readonly<Record<string, 'merchant' | 'connection' | 'keyApp' | 'app'>>;

export type ScenarioName = keyof typeof SCENARIOS;
export type Concern = (typeof SCENARIOS)[ScenarioName];

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as [ScenarioName, ...ScenarioName[]];

export interface Scenario {
  readonly name: ScenarioName;
  readonly concerns: Concern;
  /** The state, in one sentence. */
  readonly state: string;
  /** How a good integration reacts. */
  readonly advice: string;
}

let words: ReturnType<typeof adviceIn> | undefined;

export function scenarioOf(name: ScenarioName): Scenario {
  words ??= adviceIn('scenarios');
  const { rule: state, fix: advice } = words.get(name) ?? { rule: '', fix: '' };
  return { name, concerns: SCENARIOS[name], state, advice };
}

export interface Stage {
  readonly control: Control;
  readonly origin: Origin;
  readonly sandbox: OpenSandbox;
}

export interface Shown {
  /** The state now, in whole sentences. */
  readonly now: string;
  /** Ids and values for the next steps. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Password of a login that was created. */
  readonly password?: string;
}

/** The app that a scenario concerns: the named one, or else the only candidate. */
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
