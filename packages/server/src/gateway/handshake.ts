import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Region } from '../process/region.ts';

/** The protocol that a gateway and a region speak after the handshake (RFC 9110 §7.8). */
export const PROTOCOL = 'tillgate-channel/1';

/** Header of both sides of the handshake. */
export const HELLO = 'tillgate-hello';

/** A gateway's opening message. Proves that the gateway knows the region's key. */
export interface Hello {
  readonly header: string;
  readonly nonce: string;
}

export class HelloRejected extends Error {
  override name = 'HelloRejected';
}

export function helloTo(region: Region, key: KeyObject): Hello {
  const nonce = randomBytes(24).toString('base64url');
  return { nonce, header: `${region}.${nonce}.${proof(key, 'gateway', region, nonce)}` };
}

/** A region's response and the channel's key. Both sides contribute to the key, so its packets cannot be replayed. */
export interface Agreed {
  readonly header: string;
  readonly key: KeyObject;
}

/** Verifies a gateway's hello with any of the region's keys. Throws HelloRejected. */
export function answerHello(header: string | undefined, own: Region, keys: readonly KeyObject[]): Agreed {
  const [region = '', nonce = '', given = ''] = (header ?? '').split('.');
  if (given === '') throw new HelloRejected('it does not prove that it is one');
  if (region !== own) throw new HelloRejected('it looks for another region');
  const key = keys.find((one) => isSame(proof(one, 'gateway', region, nonce), given));
  if (!key) throw new HelloRejected('it has another key than this region');
  const ours = randomBytes(24).toString('base64url');
  return { header: `${ours}.${proof(key, 'region', nonce, ours)}`, key: channelKey(key, nonce, ours) };
}

/** Verifies a region's response to a hello. Returns the key of the channel. */
export function agreedKey(key: KeyObject, { nonce }: Hello, header: string | undefined): KeyObject {
  const [theirs = '', given = ''] = (header ?? '').split('.');
  if (!isSame(proof(key, 'region', nonce, theirs), given)) throw new Error('it does not prove that it is the region');
  return channelKey(key, nonce, theirs);
}

const channelKey = (key: KeyObject, ...nonces: readonly string[]): KeyObject =>
  createSecretKey(
    createHmac('sha256', key)
      .update(['channel', ...nonces].join('\n'))
      .digest(),
  );

const proof = (key: KeyObject, ...said: readonly string[]): string =>
  createHmac('sha256', key).update(said.join('\n')).digest('base64url');

const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** Codes of a channel's packets. Each covers the position, so packets cannot be dropped, repeated or reordered. */
export class PacketCodes {
  readonly #key: KeyObject;
  #count = 0;

  constructor(key: KeyObject) {
    this.#key = key;
  }

  next(parts: readonly Buffer[]): Buffer {
    this.#count += 1;
    const code = createHmac('sha256', this.#key).update(`${this.#count}\n`);
    for (const part of parts) code.update(part);
    return code.digest();
  }
}
