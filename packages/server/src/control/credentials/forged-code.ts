import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
