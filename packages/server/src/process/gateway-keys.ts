import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Region } from './region.ts';

/** Secrets shared by the gateways and one region. The first one signs; all of them verify. */
export type GatewaySecrets = readonly [Buffer, ...Buffer[]];

/** Use of a key. Keys for different uses or regions are independent. */
type Purpose = 'requests' | 'cursors';

/** Derives a region's keys from its own secrets or the shared ones (HKDF, RFC 5869). */
const derived = (secrets: GatewaySecrets, region: Region, purpose: Purpose): [Buffer, ...Buffer[]] => {
  const [first, ...older] = secrets;
  const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `tillgate ${purpose} ${region}`, 32));
  return [derive(first), ...older.map(derive)];
};

export function requestKeys(secrets: GatewaySecrets, region: Region): [KeyObject, ...KeyObject[]] {
  const [first, ...older] = derived(secrets, region, 'requests');
  return [createSecretKey(first), ...older.map((key) => createSecretKey(key))];
}

/** Keys for a region's cursors. Other processes store theirs in the control plane. */
export const cursorKeys = (secrets: GatewaySecrets, region: Region): [Buffer, ...Buffer[]] =>
  derived(secrets, region, 'cursors');
