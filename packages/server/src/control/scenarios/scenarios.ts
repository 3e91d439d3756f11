import { adviceIn } from '../../contract/guides.ts';
import type { Control, Origin } from '../control.ts';
import type { OpenSandbox } from '../merchant-data.ts';

/**
 * States that a developer can ask for, in the order of the guide, and what each one concerns besides a sandbox merchant: nothing, a
 * connected app, an ADSR app or any app of the organization. The guide has their words.
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
  'failing-endpoint': 'app',
  'one-call-left': 'app',
  'region-away': 'app',
  'late-answer': 'app',
} as const satisfies Readonly<Record<string, 'merchant' | 'connection' | 'keyApp' | 'app'>>;

export type ScenarioName = keyof typeof SCENARIOS;
export type Concern = (typeof SCENARIOS)[ScenarioName];

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as [ScenarioName, ...ScenarioName[]];

/** A scenario in words. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly concerns: Concern;
  /** The state, in one sentence. */
  readonly state: string;
  /** What a good integration does. */
  readonly advice: string;
}

let words: ReturnType<typeof adviceIn> | undefined;

export function scenarioOf(name: ScenarioName): Scenario {
  words ??= adviceIn('scenarios');
  const { rule: state, fix: advice } = words.get(name) ?? { rule: '', fix: '' };
  return { name, concerns: SCENARIOS[name], state, advice };
}

/** What a scenario works with. */
export interface Stage {
  readonly control: Control;
  readonly origin: Origin;
  readonly sandbox: OpenSandbox;
}

/** The state that a scenario has made. */
export interface Shown {
  /** What is there now, in whole sentences. */
  readonly now: string;
  /** Ids and values to go on with. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Password of a login that was created. */
  readonly password?: string;
}

/** Makes the state of a scenario. `appId` is null if it concerns a merchant only. */
export interface Scenarios {
  run(name: ScenarioName, stage: Stage, appId: number | null): Promise<Shown>;
}
