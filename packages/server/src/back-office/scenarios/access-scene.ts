import { ACCESS_REQUEST_LIFETIME } from '../../control/access/access-requests.ts';
import { requestAccess } from '../../control/access/create-access-request.ts';
import { changeControl } from '../../control/control.ts';
import { backOfficeOf } from '../../control/merchants/open-sandbox.ts';
import { toTimestamp } from '../../process/clock.ts';
import { storesOf } from './records.ts';
import type { AppScene } from './scene.ts';

const MINUTES = 5;

/** An access request that was made nearly 30 days ago. */
export const requestExpiring: AppScene = async ({ control, origin, sandbox, appId }) => {
  const { regions, merchant } = sandbox;
  const { companyId } = merchant;
  const [store] = await backOfficeOf(sandbox).write((tx) => storesOf(tx, 1));
  const id = await requestAccess({ control, regions }, origin, { appId, companyId, storeIds: [store.id] });
  const expiresAt = await changeControl(control, origin, async (tx) => {
    const end = tx.now + MINUTES * 60_000;
    await tx.query('update control.access_requests set created_at = $2 where id = $1', [
      id,
      toTimestamp(end - ACCESS_REQUEST_LIFETIME),
    ]);
    return toTimestamp(end);
  });
  return {
    now: `The access request ${id} of app ${appId} for ${store.name} expires in ${MINUTES} minutes, unless an owner of ${merchant.name} decides.`,
    facts: { accessRequestId: id, appId, companyId, storeId: store.id, expiresAt },
  };
};
