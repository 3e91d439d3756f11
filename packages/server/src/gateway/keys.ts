import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Region } from '../storage/region.ts';

/** Secrets that the gateways share with one region: the first signs, all of them verify. */
export type GatewaySecrets = readonly [Buffer, ...Buffer[]];

/** What a key is for; keys for two purposes, or for two regions, tell nothing about each other. */
type Purpose = 'requests' | 'cursors';

/** Derives the keys of a region, from its own secrets or from those that all regions have (HKDF, RFC 5869). */
const derived = (secrets: GatewaySecrets, region: Region, purpose: Purpose): [Buffer, ...Buffer[]] => {
  const [first, ...older] = secrets;
  const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `tillgate ${purpose} ${region}`, 32));
  return [derive(first), ...older.map(derive)];
};

/** Keys that requests to a region are signed with. */
export function requestKeys(secrets: GatewaySecrets, region: Region): [KeyObject, ...KeyObject[]] {
  const [first, ...older] = derived(secrets, region, 'requests');
  return [createSecretKey(first), ...older.map((key) => createSecretKey(key))];
}

/** Keys of the cursors of a region that has no control plane, where they are kept otherwise. */
export const cursorKeys = (secrets: GatewaySecrets, region: Region): [Buffer, ...Buffer[]] =>
  derived(secrets, region, 'cursors');
