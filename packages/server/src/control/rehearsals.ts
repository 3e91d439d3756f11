import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import { APP_REDIRECT_URIS } from './app-addresses.ts';
import { lockApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf, rowsOf } from './page.ts';
import type { Environment } from './products.ts';

/**
 * Conditions that an app can test in the sandbox: tokens that name the API by an alias, keys that read only what a
 * merchant's owner has approved, an unavailable region, webhook endpoints whose responses count as failures, late
 * responses, and a rate limit of one request per minute.
 */
export const REHEARSALS = ['alias', 'approval', 'away', 'endpoint', 'late', 'limit'] as const;

/** A condition, or `bodies`, during which the bodies of the app's requests are kept. */
export type RehearsalKind = (typeof REHEARSALS)[number] | 'bodies';

/** A condition and its end, in milliseconds since 1970. */
export interface Rehearsal {
  readonly kind: RehearsalKind;
  readonly endsAt: number;
}

/** Column with the rehearsals of the app of a row of `control.apps`. */
export const rehearsalsColumn = (apps: string): string => `coalesce((select json_agg(json_build_object('kind', kind,
  'endsAt', (extract(epoch from ends_at) * 1000)::bigint)) from control.rehearsals where app_id = ${apps}.id), '[]') as rehearsals`;

/** SQL condition: the sandbox app with this id is rehearsing. `now` is the placeholder of the current instant. */
export const rehearsing = (appId: string, kind: RehearsalKind, now: string): string =>
  `exists (select from control.rehearsals h where h.app_id = ${appId} and h.kind = '${kind}' and h.ends_at > ${now})`;

export const isRehearsing = (
  { rehearsals }: { readonly rehearsals: readonly Rehearsal[] },
  env: Environment,
  kind: RehearsalKind,
  now: number,
): boolean => env === 'SANDBOX' && rehearsals.some((one) => one.kind === kind && now < one.endsAt);

/** Starts or restarts a rehearsal, which ends by itself. Zero minutes end it now. */
export async function startRehearsal(tx: ControlTransaction, appId: number, kind: RehearsalKind, minutes: number) {
  const { organizationId } = await lockApp(tx, appId);
  const endsAt = toTimestamp(tx.now + minutes * 60_000);
  await tx.query(sql`insert into control.rehearsals (app_id, kind, ends_at) values (${appId}, ${kind}, ${endsAt})
    on conflict (app_id, kind) do update set ends_at = excluded.ends_at`);
  await tx.audit('app.rehearsal_started', { organizationId, appId, details: { kind, endsAt } });
  return { endsAt };
}

/** A condition that an app of an organization meets now. */
export interface CurrentRehearsal {
  readonly appId: number;
  readonly app: string;
  readonly kind: (typeof REHEARSALS)[number];
  readonly endsAt: string;
}

/** The conditions that the apps of an organization meet now. */
export const currentRehearsals = (pool: DatabasePool, organizationId: number, now: number) =>
  rowsOf<CurrentRehearsal>(
    pool,
    sql`select h.app_id as "appId", a.name as app, h.kind, ${raw(instant('h.ends_at'))} as "endsAt"
      from control.rehearsals h join control.apps a on a.id = h.app_id
      where a.organization_id = ${organizationId} and a.archived_at is null and h.ends_at > ${toTimestamp(now)}
      and h.kind <> 'bodies' order by h.app_id, h.kind`,
  );

/** End of the app's current rehearsal; null if there is none. */
export async function rehearsalUntil(pool: DatabasePool, appId: number, kind: RehearsalKind, now: number) {
  const current = sql`select ${raw(instant('ends_at'))} as "endsAt" from control.rehearsals
    where app_id = ${appId} and kind = ${kind} and ends_at > ${toTimestamp(now)}`;
  return (await firstRowOf<{ endsAt: string }>(pool, current))?.endsAt ?? null;
}

const PREFIX = 'forged_';
const NONCE_BYTES = 8;
const MAC_BYTES = 16;
const HOUR = 60 * 60 * 1000;

/**
 * Forged authorization codes, for callbacks that an app must reject because of their state. A code is made for one app
 * and recognized until the end of the next hour. Visitors cannot make one, so an app is not blamed for codes that it is
 * sent.
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
 * Creates a callback without an authorization, with a state that the app has never sent. The app must reject it before
 * using its code. The URL is meant to be opened in a browser.
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
