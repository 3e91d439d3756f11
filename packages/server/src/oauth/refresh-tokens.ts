import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Logger } from 'pino';
import type { ClientFamily } from '../control/app-authentication.ts';
import {
  AUDIT_LOG,
  type AuditSubject,
  auditEntry,
  type Control,
  type ControlTransaction,
  type Origin,
} from '../control/control.ts';
import type { Environment } from '../control/products.ts';
import { checked, fromBase62, PREFIXES, toBase62, withChecksum } from '../control/secrets.ts';
import { ALIASED } from '../control/token-claims.ts';
import type { DatabasePool } from '../database/pool.ts';
import { toTimestamp } from '../process/time.ts';

/** A family's id takes 8 bytes, a generation 4; a token has 32 more for its MAC. */
const PLACE_BYTES = 12;
const BYTES = PLACE_BYTES + 32;
/** 44 bytes take 60 digits in base 62. */
const LENGTH = 60;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies one refresh token of a family. */
interface Place {
  readonly familyId: number;
  readonly generation: number;
}

/** Contents of a refresh token. Its family's seed proves whether it is genuine. */
export interface ParsedRefreshToken extends Place {
  readonly env: Environment;
  readonly mac: Buffer;
}

interface Generation extends Place {
  readonly seed: Buffer;
}

/**
 * Refresh tokens are computed, not stored: an HMAC-SHA256 under the deployment's key over the
 * family's seed, id and generation (oauth.refresh_grace, oauth.refresh_reuse). This makes old
 * generations recognizable and lost responses repeatable.
 */
export class RefreshTokens {
  readonly #key: KeyObject;
  readonly #seal: KeyObject;

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
    this.#seal = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'jti of access tokens', 32)));
  }

  write(env: Environment, generation: Generation): string {
    const bytes = Buffer.concat([numbersOf(generation), this.#mac(generation)]);
    return withChecksum(PREFIXES.refreshToken[env] + toBase62(BigInt(`0x${bytes.toString('hex')}`), LENGTH));
  }

  /** Undefined for text that cannot be a refresh token. */
  parse(token: string): ParsedRefreshToken | undefined {
    const body = checked(token);
    const [env, prefix] = Object.entries(PREFIXES.refreshToken).find(([, p]) => body?.startsWith(p)) ?? [];
    if (!body || !prefix || body.length !== prefix.length + LENGTH) return undefined;
    const value = fromBase62(body.slice(prefix.length));
    if (value === undefined || value >= 1n << BigInt(BYTES * 8)) return undefined;
    const bytes = Buffer.from(value.toString(16).padStart(BYTES * 2, '0'), 'hex');
    const place = placeIn(bytes);
    if (place.familyId > Number.MAX_SAFE_INTEGER) return undefined;
    return { env: env as Environment, ...place, mac: bytes.subarray(PLACE_BYTES) };
  }

  /** True if this deployment issued the token for the family. Compares secrets in constant time. */
  isGenuine({ env, familyId, generation, mac }: ParsedRefreshToken, family: ClientFamily): boolean {
    if (env !== family.env || generation > family.generation) return false;
    return timingSafeEqual(mac, this.#mac({ familyId, generation, seed: family.seed }));
  }

  /** Encrypts a place into the `jti` of an access token, different each time. Only this deployment can read it. */
  seal(place: Place): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#seal, nonce);
    const parts = [nonce, cipher.update(numbersOf(place)), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(parts).toString('base64url');
  }

  /** Undefined for a `jti` that was not sealed. */
  unseal(jti: string): Place | undefined {
    const bytes = Buffer.from(jti, 'base64url');
    if (bytes.length !== NONCE_BYTES + PLACE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#seal, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const numbers = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      decipher.final();
      return placeIn(numbers);
    } catch {
      return undefined;
    }
  }

  #mac(generation: Generation): Buffer {
    return createHmac('sha256', this.#key).update(generation.seed).update(numbersOf(generation)).digest();
  }
}

const placeIn = (bytes: Buffer): Place => ({
  familyId: Number(bytes.readBigUInt64BE(0)),
  generation: bytes.readUInt32BE(8),
});

function numbersOf({ familyId, generation }: Place): Buffer {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeBigUInt64BE(BigInt(familyId), 0);
  bytes.writeUInt32BE(generation, 8);
  return bytes;
}

/** Lifetime of a refresh token in seconds, from the last rotation (time.refresh_token). */
export const REFRESH_TOKEN_LIFETIME = 8_640_000;

/** Milliseconds for which the previous token always keeps working (time.grace_window). */
const GRACE_WINDOW = 30_000;

/** Milliseconds for which it keeps working while nothing of the response was used (time.lost_response). */
const LOST_RESPONSE = 24 * 60 * 60 * 1000;

/** The refresh tokens of one connection. */
export interface TokenFamily extends ClientFamily {
  readonly appId: number;
  readonly rotatedAt: number;
  readonly expiresAt: number;
  readonly revoked: boolean;
  /** Equals `generation` as long as no access token issued with the current token is known to have been used. */
  readonly unusedGeneration: number | null;
}

const COLUMNS = `id, app_id as "appId", company_id as "companyId", env, seed, generation,
  (extract(epoch from rotated_at) * 1000)::bigint as "rotatedAt",
  (extract(epoch from expires_at) * 1000)::bigint as "expiresAt", revoked_at is not null as revoked,
  unused_generation as "unusedGeneration"`;

const expiry = (now: number): string => toTimestamp(now + REFRESH_TOKEN_LIFETIME * 1000);

export async function createFamily(
  tx: ControlTransaction,
  family: Pick<TokenFamily, 'appId' | 'companyId' | 'env'> & { readonly userId: number },
): Promise<TokenFamily> {
  const row = await tx.one<TokenFamily>(
    `insert into control.token_families (app_id, company_id, env, user_id, seed, rotated_at, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7) returning ${COLUMNS}`,
    [family.appId, family.companyId, family.env, family.userId, randomBytes(32), tx.timestamp, expiry(tx.now)],
  );
  return row as TokenFamily;
}

/** Locks the family until the transaction ends, which serializes concurrent refreshes. */
export const lockFamily = (tx: ControlTransaction, id: number): Promise<TokenFamily | undefined> =>
  tx.one<TokenFamily>(`select ${COLUMNS} from control.token_families where id = $1 for update`, [id]);

/** Rotates a family. Of two concurrent rotations, the second waits for the row and then finds a new generation. */
const ROTATE = {
  name: 'families.rotate',
  text: `with rotated as (
      update control.token_families
      set generation = generation + 1, unused_generation = generation + 1, rotated_at = $3, expires_at = $4
      where id = $1 and generation = $2 and revoked_at is null and expires_at > $3 returning *
    ), logged as (
      insert into ${AUDIT_LOG} select $5, $6, $7, $8, $9, $10, $11, $12, $13 from rotated
    ) select generation from rotated`,
};

/**
 * Makes the next token current and writes the audit entry, in one statement. Restarts the 100 days. Returns the new
 * generation; returns undefined and changes nothing unless the given one is current and the family valid.
 */
export async function rotateFamily(
  { pool, clock }: Control,
  origin: Origin,
  { familyId, generation }: Place,
  subject: AuditSubject,
): Promise<number | undefined> {
  const now = clock();
  const entry = auditEntry(now, 'refresh.rotated', origin, subject);
  const values = [familyId, generation, toTimestamp(now), expiry(now), ...entry];
  return (await pool.query<{ generation: number }>({ ...ROTATE, values })).rows[0]?.generation;
}

/** True if the previous token still returns the current one, because the response with it may have been lost. */
export const repeatsResponse = ({ generation, unusedGeneration, rotatedAt }: TokenFamily, now: number): boolean =>
  now - rotatedAt <= (unusedGeneration === generation ? LOST_RESPONSE : GRACE_WINDOW);

/** Restarts the 100 days of the current token, whose response is repeated. */
export const extendFamily = (tx: ControlTransaction, id: number): Promise<unknown> =>
  tx.query('update control.token_families set expires_at = $2 where id = $1', [id, expiry(tx.now)]);

type Connection = Pick<TokenFamily, 'appId' | 'companyId'>;

/** Valid families of a connection, with the generation of the current token. */
export async function validFamilies(db: DatabasePool, { appId, companyId }: Connection, now: number): Promise<Place[]> {
  const { rows } = await db.query<Place>(
    `select id as "familyId", generation from control.token_families
     where app_id = $1 and company_id = $2 and revoked_at is null and expires_at > $3`,
    [appId, companyId, toTimestamp(now)],
  );
  return rows;
}

/** Notes that a scenario uses this token on behalf of the app. */
export const stageFamily = (tx: ControlTransaction, { familyId, generation }: Place): Promise<unknown> =>
  tx.query('update control.token_families set staged_generation = $2 where id = $1', [familyId, generation]);

/** Expires the valid families of a connection now. Returns their number. */
export async function expireFamilies(tx: ControlTransaction, { appId, companyId }: Connection): Promise<number> {
  const rows = await tx.query(
    `update control.token_families set expires_at = $3
     where app_id = $1 and company_id = $2 and revoked_at is null and expires_at > $3 returning id`,
    [appId, companyId, tx.timestamp],
  );
  return rows.length;
}

/** Revokes every token of the family. Returns true if it was valid. */
export async function revokeFamily(
  tx: ControlTransaction,
  id: number,
  because: 'revoked' | 'refresh_reused' | 'code_replayed',
): Promise<boolean> {
  const rows = await tx.query(
    `update control.token_families set revoked_at = $2, revoked_because = $3
     where id = $1 and revoked_at is null returning id`,
    [id, tx.timestamp, because],
  );
  return rows.length > 0;
}

/**
 * Notes the first use of access tokens, outside of their requests: a client that uses one has received the response
 * that carried it (oauth.refresh_lost). Uses are written one by one, so that a write locks one family only.
 */
export function tokenUses(control: DatabasePool, tokens: RefreshTokens, log: Logger) {
  const waiting: Place[] = [];
  let writing: Promise<void> | undefined;

  function note(jti: string): void {
    const place = tokens.unseal(jti.startsWith(ALIASED) ? jti.slice(ALIASED.length) : jti);
    // Forgetting a use only lengthens a grace window.
    if (!place || waiting.length >= 10_000) return;
    waiting.push(place);
    writing ??= write();
  }

  async function write(): Promise<void> {
    try {
      for (let place = waiting[0]; place; place = waiting[0]) {
        await control.query({ ...USE, values: [place.familyId, place.generation] });
        waiting.shift();
      }
    } catch (err) {
      // The next use tries again.
      log.warn({ err }, 'could not note the use of an access token');
    } finally {
      writing = undefined;
    }
  }

  /** Waits until all uses noted so far are written. */
  async function settle(): Promise<void> {
    await writing;
  }

  return { note, settle };
}

export type TokenUses = ReturnType<typeof tokenUses>;

const USE = {
  name: 'families.use',
  text: 'update control.token_families set unused_generation = null where id = $1 and unused_generation = $2',
};
