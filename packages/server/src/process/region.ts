import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A merchant's data is in exactly one region (regions.claim). */
export const REGIONS = ['UK', 'US', 'IN', 'AE'] as const;

export type Region = (typeof REGIONS)[number];

export const schemaOf = (region: Region): string => `region_${region.toLowerCase()}`;

/** Replaces `region.` in SQL such as `region.items` with a region's schema. */
export const inSchemaOf = (region: Region, sql: string): string =>
  sql.replaceAll(/\bregion\./g, `${schemaOf(region)}.`);

/** Secrets shared by the gateways and one region. The first one signs; all of them verify. */
export type GatewaySecrets = readonly [Buffer, ...Buffer[]];

/** Derives a region's keys for one use from its own secrets or the shared ones (HKDF, RFC 5869). */
function derived(secrets: GatewaySecrets, region: Region, use: 'requests' | 'cursors'): [Buffer, ...Buffer[]] {
  const [first, ...older] = secrets;
  const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `tillgate ${use} ${region}`, 32));
  return [derive(first), ...older.map(derive)];
}

export function requestKeys(secrets: GatewaySecrets, region: Region): [KeyObject, ...KeyObject[]] {
  const [first, ...older] = derived(secrets, region, 'requests');
  return [createSecretKey(first), ...older.map((key) => createSecretKey(key))];
}

/** Keys for a region's cursors. Other processes store theirs in the control plane. */
export const cursorKeys = (secrets: GatewaySecrets, region: Region): [Buffer, ...Buffer[]] =>
  derived(secrets, region, 'cursors');
