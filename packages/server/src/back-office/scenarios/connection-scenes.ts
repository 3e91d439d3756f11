import { disconnect } from '../../control/access/connections.ts';
import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { expireFamilies, rotateFamily, stageFamily, validFamilies } from '../../oauth/families.ts';
import type { AppScene, AppStage } from './scene.ts';

const grantOf = ({ appId, sandbox: { merchant } }: AppStage) => ({ appId, companyId: merchant.companyId });

/** Replaces the app's refresh tokens, without telling it the new ones. */
async function rotate(stage: AppStage, times: number): Promise<void> {
  const { control, origin } = stage;
  const grant = grantOf(stage);
  const subject = { ...grant, organizationId: stage.sandbox.merchant.organizationId as number };
  for (const family of await validFamilies(control.pool, grant, control.clock())) {
    const { familyId, generation } = family;
    await changeControl(control, origin, (tx) => stageFamily(tx, family));
    for (let turn = 0; turn < times; turn += 1)
      await rotateFamily(control, origin, { familyId, generation: generation + turn }, subject);
  }
}

export const inGrace: AppScene = async (stage) => {
  await rotate(stage, 1);
  return {
    now: `The refresh token of app ${stage.appId} was used, and the response was lost. Sent again within 24 hours, it returns the same new token.`,
    facts: grantOf(stage),
  };
};

export const reused: AppScene = async (stage) => {
  await rotate(stage, 2);
  return {
    now: `Someone else has used the refresh token of app ${stage.appId}, and the one after it. The next refresh of the app ends the connection.`,
    facts: grantOf(stage),
  };
};

export const expired: AppScene = async (stage) => {
  const ended = await changeControl(stage.control, stage.origin, (tx) => expireFamilies(tx, grantOf(stage)));
  if (ended === 0) throw new DirectoryError(`The app ${stage.appId} is no longer connected.`);
  return {
    now: `The connection of app ${stage.appId} has expired, as it does 100 days after its last refresh.`,
    facts: grantOf(stage),
  };
};

export const disconnected: AppScene = async (stage) => {
  const { appId, companyId } = grantOf(stage);
  await changeControl(stage.control, stage.origin, (tx) => disconnect(tx, companyId, appId));
  return {
    now: `The merchant has disconnected app ${appId}. Its refresh tokens are revoked; an access token works for up to 15 minutes.`,
    facts: { appId, companyId },
  };
};
