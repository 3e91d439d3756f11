import { randomBytes } from 'node:crypto';
import { lockApp } from '../apps/apps.ts';
import type { ControlTransaction } from '../control.ts';
import type { ForgedCodes } from '../credentials/forged-code.ts';
import { DirectoryError } from '../directory-error.ts';

export interface ForgedCallback {
  readonly appId: number;
  /** Address to open in a browser. */
  readonly url: string;
}

/** A callback of no authorization, with a state that the app has never sent. It has to be rejected before its code is used. */
export async function forgeCallback(
  tx: ControlTransaction,
  appId: number,
  redirectUri: string | undefined,
  codes: ForgedCodes,
): Promise<ForgedCallback> {
  const { organizationId } = await lockApp(tx, appId);
  const rows = await tx.query<{ uri: string }>(
    'select uri from control.redirect_uris where app_id = $1 order by created_at, uri',
    [appId],
  );
  const found = rows.find(({ uri }) => redirectUri === undefined || uri === redirectUri);
  if (!found) {
    const missing = redirectUri === undefined ? 'no redirect URI' : `no redirect URI ${redirectUri}`;
    throw new DirectoryError(`The app ${appId} has ${missing}.`);
  }
  const url = new URL(found.uri);
  url.searchParams.set('code', codes.write(appId, tx.now));
  url.searchParams.set('state', randomBytes(24).toString('base64url'));
  url.searchParams.set('merchant_id', '1');
  await tx.audit('app.callback_forged', { organizationId, appId, details: { redirectUri: found.uri } });
  return { appId, url: url.href };
}
