import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Region } from '../storage/region.ts';

/** Secrets that the gateways share with one region: the first signs, all of them verify. */
export type GatewaySecrets = readonly [Buffer, ...Buffer[]];

/** The use of a key. Keys for different uses or regions are independent. */
type Purpose = 'requests' | 'cursors';

/** Derives the keys of a region from its own or the shared secrets (HKDF, RFC 5869). */
const derived = (secrets: GatewaySecrets, region: Region, purpose: Purpose): [Buffer, ...Buffer[]] => {
  const [first, ...older] = secrets;
  const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `tillgate ${purpose} ${region}`, 32));
  return [derive(first), ...older.map(derive)];
};

export function requestKeys(secrets: GatewaySecrets, region: Region): [KeyObject, ...KeyObject[]] {
  const [first, ...older] = derived(secrets, region, 'requests');
  return [createSecretKey(first), ...older.map((key) => createSecretKey(key))];
}

/** Keys of a region's cursors; other processes store theirs in the control plane. */
export const cursorKeys = (secrets: GatewaySecrets, region: Region): [Buffer, ...Buffer[]] =>
  derived(secrets, region, 'cursors');
