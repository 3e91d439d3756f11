import type { SCENARIOS, Scenarios } from '../../control/scenarios/scenarios.ts';
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

/** A scene of a merchant ignores the app. */
export const runScene: Scenarios['run'] = (name, stage, appId) => SCENES[name]({ ...stage, appId: appId ?? 0 });
