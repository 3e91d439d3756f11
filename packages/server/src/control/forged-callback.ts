import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { APP_REDIRECT_URIS } from './app-addresses.ts';
import { lockApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';

const PREFIX = 'forged_';
const NONCE_BYTES = 8;
const MAC_BYTES = 16;
const HOUR = 60 * 60 * 1000;

/**
 * Codes of no authorization, for callbacks that an app has to reject by their state. Each is for one app, and is recognized within the
 * hour in which it was made and the next: a visitor cannot make one, so that an app is not blamed for a code that it was sent.
 */
export class ForgedCodes {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  write(appId: number, now: number): string {
    const nonce = randomBytes(NONCE_BYTES);
    return PREFIX + Buffer.concat([nonce, this.#mac(appId, hourOf(now), nonce)]).toString('base64url');
  }

  isForged(code: string | undefined, appId: number, now: number): boolean {
    if (!code?.startsWith(PREFIX)) return false;
    const bytes = Buffer.from(code.slice(PREFIX.length), 'base64url');
    const [nonce, mac] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    const hour = hourOf(now);
    return (
      mac.length === MAC_BYTES && [hour, hour - 1].some((one) => timingSafeEqual(mac, this.#mac(appId, one, nonce)))
    );
  }

  #mac(appId: number, hour: number, nonce: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(`${appId} ${hour} `).update(nonce).digest().subarray(0, MAC_BYTES);
  }
}

const hourOf = (now: number): number => Math.floor(now / HOUR);

/**
 * A callback of no authorization, with a state that the app has never sent. It has to be rejected before its code is
 * used. The URL is to be opened in a browser.
 */
export async function forgeCallback(
  tx: ControlTransaction,
  appId: number,
  redirectUri: string | undefined,
  codes: ForgedCodes,
) {
  const { organizationId } = await lockApp(tx, appId);
  const uris = await APP_REDIRECT_URIS.list(tx, appId);
  const found = uris.find((uri) => redirectUri === undefined || uri === redirectUri);
  if (found === undefined) {
    const missing = redirectUri === undefined ? 'no redirect URI' : `no redirect URI ${redirectUri}`;
    throw new DirectoryError(`The app ${appId} has ${missing}.`);
  }
  const url = new URL(found);
  url.searchParams.set('code', codes.write(appId, tx.now));
  url.searchParams.set('state', randomBytes(24).toString('base64url'));
  url.searchParams.set('merchant_id', '1');
  await tx.audit('app.callback_forged', { organizationId, appId, details: { redirectUri: found } });
  return { appId, url: url.href };
}
