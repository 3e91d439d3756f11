import {
  away,
  disconnected,
  expired,
  failingEndpoint,
  inGrace,
  late,
  limit,
  requestExpiring,
  reused,
} from './app-scenes.ts';
import {
  type AppScene,
  changedMeanwhile,
  clockChange,
  employee,
  halfReceived,
  type MerchantScene,
  oldCursor,
  overReceived,
  soldOut,
  thousandLines,
} from './merchant-scenes.ts';
import type { SCENARIOS, ScenarioName, Shown, Stage } from './scenarios.ts';

type Catalogue = typeof SCENARIOS;

const SCENES: { readonly [Name in keyof Catalogue]: Catalogue[Name] extends 'merchant' ? MerchantScene : AppScene } = {
  'half-received-order': halfReceived,
  'over-received-transfer': overReceived,
  'thousand-line-order': thousandLines,
  'sold-out-item': soldOut,
  'changed-meanwhile': changedMeanwhile,
  'clock-change': clockChange,
  'old-cursor': oldCursor,
  'refresh-in-grace': inGrace,
  'refresh-reused': reused,
  'expired-grant': expired,
  disconnected,
  'employee-at-consent': employee,
  'request-expiring': requestExpiring,
  'failing-endpoint': failingEndpoint,
  'one-call-left': limit,
  'region-away': away,
  'late-answer': late,
};

/** Makes the state of a scenario. `appId` is null if it concerns a merchant only, whose scene ignores the app. */
export const runScene = (name: ScenarioName, stage: Stage, appId: number | null): Promise<Shown> =>
  SCENES[name]({ ...stage, appId: appId ?? 0 });
