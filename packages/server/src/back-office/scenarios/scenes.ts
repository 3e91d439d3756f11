import { ACCESS_REQUEST_LIFETIME, requestAccess } from '../../control/access-requests.ts';
import { disconnect } from '../../control/connections.ts';
import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/errors.ts';
import { backOfficeOf } from '../../control/merchants.ts';
import { type RehearsalKind, startRehearsal } from '../../control/rehearsals.ts';
import { expireFamilies, rotateFamily, stageFamily, validFamilies } from '../../oauth/refresh-tokens.ts';
import { toTimestamp } from '../../process/time.ts';
import { MERCHANT_SCENES, storesOf } from './merchant-scenes.ts';
import type { ScenarioName, Shown, Stage } from './scenarios.ts';

interface AppStage extends Stage {
  readonly appId: number;
}

type AppScene = (stage: AppStage) => Promise<Shown>;

const grantOf = ({ appId, sandbox: { merchant } }: AppStage) => ({ appId, companyId: merchant.companyId });

/** Replaces the app's refresh tokens, without telling it the new ones. */
const rotated =
  (times: number, says: (appId: number) => string): AppScene =>
  async (stage) => {
    const { control, origin, appId, sandbox } = stage;
    const grant = grantOf(stage);
    const subject = { ...grant, organizationId: sandbox.merchant.organizationId as number };
    for (const family of await validFamilies(control.pool, grant, control.clock())) {
      const { familyId, generation } = family;
      await changeControl(control, origin, (tx) => stageFamily(tx, family));
      for (let turn = 0; turn < times; turn += 1)
        await rotateFamily(control, origin, { familyId, generation: generation + turn }, subject);
    }
    return { now: says(appId), facts: grant };
  };

const inGrace = rotated(
  1,
  (appId) =>
    `The refresh token of app ${appId} was used, and the response was lost. Sent again within 24 hours, it returns the same new token.`,
);

const reused = rotated(
  2,
  (appId) =>
    `Someone else has used the refresh token of app ${appId}, and the one after it. The next refresh of the app ends the connection.`,
);

const expired: AppScene = async (stage) => {
  const ended = await changeControl(stage.control, stage.origin, (tx) => expireFamilies(tx, grantOf(stage)));
  if (ended === 0) throw new DirectoryError(`The app ${stage.appId} is no longer connected.`);
  return {
    now: `The connection of app ${stage.appId} has expired, as it does 100 days after its last refresh.`,
    facts: grantOf(stage),
  };
};

const disconnected: AppScene = async (stage) => {
  const { appId, companyId } = grantOf(stage);
  await changeControl(stage.control, stage.origin, (tx) => disconnect(tx, companyId, appId));
  return {
    now: `The merchant has disconnected app ${appId}. Its refresh tokens are revoked; an access token works for up to 15 minutes.`,
    facts: { appId, companyId },
  };
};

const REQUEST_MINUTES = 5;

/** An access request that was made nearly 30 days ago. */
const requestExpiring: AppScene = async ({ control, origin, sandbox, appId }) => {
  const { regions, merchant } = sandbox;
  const { companyId } = merchant;
  const [store] = await backOfficeOf(sandbox).write((tx) => storesOf(tx, 1));
  const id = await requestAccess({ control, regions }, origin, { appId, companyId, storeIds: [store.id] });
  const expiresAt = await changeControl(control, origin, async (tx) => {
    const end = tx.now + REQUEST_MINUTES * 60_000;
    const createdAt = toTimestamp(end - ACCESS_REQUEST_LIFETIME);
    await tx.query('update control.access_requests set created_at = $2 where id = $1', [id, createdAt]);
    return toTimestamp(end);
  });
  return {
    now: `The access request ${id} of app ${appId} for ${store.name} expires in ${REQUEST_MINUTES} minutes, unless an owner of ${merchant.name} decides.`,
    facts: { accessRequestId: id, appId, companyId, storeId: store.id, expiresAt },
  };
};

/** Short, so that nobody forgets it. */
const MINUTES = 5;

const rehearsing =
  (kind: RehearsalKind, state: string): AppScene =>
  async ({ control, origin, appId }) => {
    const { endsAt } = await changeControl(control, origin, (tx) => startRehearsal(tx, appId, kind, MINUTES));
    return {
      now: `In the sandbox, app ${appId} ${state} for ${MINUTES} minutes. It begins within 30 seconds and ends by itself.`,
      facts: { appId, endsAt },
    };
  };

const failingEndpoint: AppScene = async (stage) => {
  const { control, appId } = stage;
  const { rows } = await control.pool.query(
    `select from control.webhook_endpoints where app_id = $1 and env = 'SANDBOX' and disabled_at is null limit 1`,
    [appId],
  );
  if (rows.length === 0) throw new DirectoryError(`The app ${appId} has no enabled webhook endpoint in the sandbox.`);
  return rehearsing('endpoint', 'has webhook endpoints whose responses count as failures')(stage);
};

const SCENES: Readonly<Record<ScenarioName, AppScene>> = {
  ...MERCHANT_SCENES,
  'refresh-in-grace': inGrace,
  'refresh-reused': reused,
  'expired-grant': expired,
  disconnected,
  'request-expiring': requestExpiring,
  'failing-endpoint': failingEndpoint,
  'one-call-left': rehearsing('limit', 'can send one request a minute'),
  'region-away': rehearsing('away', 'gets 503 from every region'),
  'late-answer': rehearsing('late', 'gets its responses 15 seconds late'),
};

/** Makes the state of a scenario. `appId` is null if it concerns a merchant only, whose scene ignores the app. */
export const runScene = (name: ScenarioName, stage: Stage, appId: number | null): Promise<Shown> =>
  SCENES[name]({ ...stage, appId: appId ?? 0 });
