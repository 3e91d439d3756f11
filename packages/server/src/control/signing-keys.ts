import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import sql, { raw } from 'sql-template-tag';
import { isUnavailable } from '../database/failures.ts';
import type { Finding } from '../database/inspect.ts';
import type { DatabasePool } from '../database/pool.ts';
import { type Sealing, type SecretStore, signingKeyName } from '../database/secrets.ts';
import { instant } from '../database/statement.ts';
import { type Clock, toTimestamp } from '../process/time.ts';
import { type ControlTransaction, changeControl, type Origin } from './control.ts';
import { USABLE_FOR } from './directory.ts';
import { DirectoryError } from './errors.ts';
import { rowsOf } from './page.ts';

/** Milliseconds for which a new key is published before it signs, and the old one afterwards (keys.rotation). */
const PUBLISHED_BEFORE = 24 * 60 * 60 * 1000;
const PUBLISHED_AFTER = 60 * 60 * 1000;

/**
 * Maximum age of the keys in memory, in milliseconds. A withdrawn key is rejected everywhere after
 * this time, which is much shorter than a new key's time before signing.
 */
const RELOAD_INTERVAL = 5 * 60_000;

/** Milliseconds for which an unknown `kid` is not looked up again. */
const UNKNOWN_INTERVAL = 30_000;

const GENERATION_LOCK = 7_411_002;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly signsFrom: number;
  readonly publishedUntil: number;
}

interface KeyRow extends Pick<SigningKey, 'kid' | 'publicJwk' | 'signsFrom'> {
  readonly sealed: string;
  readonly publishedUntil: number | null;
}

/** Keys that sign and verify access tokens. Stored in the database, so that all instances agree. */
export class SigningKeys {
  readonly #secrets: SecretStore;
  readonly #clock: Clock;
  /** Newest first. */
  #keys: readonly SigningKey[] = [];
  #loadedAt = 0;
  #loading: Promise<void> | undefined;

  private constructor(secrets: SecretStore, clock: Clock) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** Loads the keys. On an empty database, the first instance creates one. */
  static async open(secrets: SecretStore, clock: Clock): Promise<SigningKeys> {
    const keys = new SigningKeys(secrets, clock);
    await keys.#load();
    if (keys.#keys.length > 0) return keys;
    const key = await newKey(secrets.sealing);
    await changeControl({ pool: secrets.control, clock }, { source: 'start' }, async (tx) => {
      // If several instances start together, the lock lets only one create the first key.
      await tx.query(sql`select pg_advisory_xact_lock(${GENERATION_LOCK})`);
      const existing = await tx.one(sql`select kid from control.signing_keys limit 1`);
      if (!existing) await insertKey(tx, key, tx.now);
    });
    await keys.#load();
    return keys;
  }

  async signer(): Promise<{ kid: string; privateKey: KeyObject }> {
    await this.#refresh(RELOAD_INTERVAL);
    const keys = this.#published();
    // Once a clock that was ahead is corrected, no key may sign yet. Then the one that is withdrawn first signs.
    const key =
      keys.find(({ signsFrom }) => signsFrom <= this.#clock()) ??
      keys.toSorted((a, b) => (a.publishedUntil < b.publishedUntil ? -1 : 1))[0];
    if (!key) throw new Error('No signing key has been loaded.');
    return key;
  }

  /** JSON text of the public key set (RFC 7517). */
  async published(): Promise<string> {
    await this.#refresh(RELOAD_INTERVAL);
    return JSON.stringify({ keys: this.#published().map(({ publicJwk }) => publicJwk) });
  }

  /** Throws jose's JWKSNoMatchingKey for an unknown or withdrawn key. */
  async publicKey(kid: string | undefined): Promise<CryptoKey> {
    const known = this.#find(kid);
    await this.#refresh(kid === undefined || known ? RELOAD_INTERVAL : UNKNOWN_INTERVAL);
    const key = this.#find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  }

  #find(kid: string | undefined): SigningKey | undefined {
    const now = this.#clock();
    return this.#keys.find((key) => key.kid === kid && now < key.publishedUntil);
  }

  #published(): readonly SigningKey[] {
    const now = this.#clock();
    return this.#keys.filter(({ publishedUntil }) => now < publishedUntil);
  }

  /** Age of the keys in memory. Setting the clock back does not make them younger. */
  get #age(): number {
    return Math.abs(this.#clock() - this.#loadedAt);
  }

  async #refresh(interval: number): Promise<void> {
    if (this.#age < interval) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading.catch((error) => {
      // The keys already loaded bridge a short outage of the control plane.
      const isUsable = this.#age < RELOAD_INTERVAL + USABLE_FOR;
      if (!isUsable || !isUnavailable(error)) throw error;
    });
  }

  async #load(): Promise<void> {
    const now = this.#clock();
    const { control, sealing } = this.#secrets;
    const rows = await rowsOf<KeyRow>(
      control,
      sql`select kid, sealed, public_jwk as "publicJwk",
          (extract(epoch from signs_from) * 1000)::bigint as "signsFrom",
          (extract(epoch from published_until) * 1000)::bigint as "publishedUntil"
        from control.signing_keys where published_until is null or published_until > ${toTimestamp(now)}
        order by signs_from desc`,
    );
    this.#keys = await Promise.all(
      rows.map(async ({ sealed, publishedUntil, ...row }) => ({
        ...row,
        privateKey: createPrivateKey({
          key: JSON.parse((await sealing.open(signingKeyName(row.kid), sealed)).toString()),
          format: 'jwk',
        }),
        publicKey: (await importJWK(row.publicJwk, 'RS256')) as CryptoKey,
        publishedUntil: publishedUntil ?? Number.POSITIVE_INFINITY,
      })),
    );
    this.#loadedAt = now;
  }
}

/**
 * Creates the next signing key. Rejected while another new key is still waiting to sign. Returns the instants at
 * which the new key starts signing and the old one is withdrawn.
 */
export async function rotateSigningKey({ control, sealing }: SecretStore, clock: Clock, origin: Origin) {
  const key = await newKey(sealing);
  return changeControl({ pool: control, clock }, origin, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${GENERATION_LOCK})`);
    // Keys created while the clock was ahead do not count: they would wait longer, or sign already as the only key.
    const waiting = await tx.one<{ kid: string }>(sql`select kid from control.signing_keys k
      where signs_from > ${tx.timestamp} and signs_from <= ${toTimestamp(tx.now + PUBLISHED_BEFORE)}
      and exists (select from control.signing_keys o
      where o.kid <> k.kid and (o.published_until is null or o.published_until > ${tx.timestamp}))`);
    if (waiting) throw new DirectoryError(`The key ${waiting.kid} is published but has not started signing yet.`);
    const signing = await tx.one(sql`select kid from control.signing_keys limit 1`);
    // The first key signs at once, because there is no other.
    const signsFrom = signing ? tx.now + PUBLISHED_BEFORE : tx.now;
    const oldPublishedUntil = toTimestamp(signsFrom + PUBLISHED_AFTER);
    await tx.query(sql`update control.signing_keys set published_until = ${oldPublishedUntil}
      where published_until is null`);
    await insertKey(tx, key, signsFrom);
    return { kid: key.kid, signsFrom: toTimestamp(signsFrom), oldPublishedUntil };
  });
}

export interface SigningKeySummary {
  readonly kid: string;
  /** `next` does not sign yet; `former` no longer signs but is still published; `withdrawn` is no longer published. */
  readonly state: 'next' | 'signing' | 'former' | 'withdrawn';
  readonly signsFrom: string;
  readonly publishedUntil: string | null;
}

export function listSigningKeys(db: DatabasePool, now: number): Promise<SigningKeySummary[]> {
  const at = toTimestamp(now);
  return rowsOf<SigningKeySummary>(
    db,
    sql`select kid, case when published_until <= ${at} then 'withdrawn'
        when kid = first_value(kid) over (order by coalesce(published_until <= ${at}, false), signs_from > ${at},
          case when signs_from <= ${at} then signs_from end desc, published_until nulls last) then 'signing'
        when signs_from > ${at} then 'next' else 'former' end as state,
      ${raw(instant('signs_from'))} as "signsFrom", ${raw(instant('published_until'))} as "publishedUntil"
    from control.signing_keys order by signs_from desc`,
  );
}

/** Finds keys created while the clock was ahead. An unavailable control plane is reported by another finding. */
export async function inspectSigningKeys(db: DatabasePool, now: number): Promise<Finding[]> {
  const early = sql`select kid, ${raw(instant('created_at'))} as at from control.signing_keys
    where created_at > ${toTimestamp(now)}::timestamptz + interval '1 minute' and published_until is null`;
  const rows = await rowsOf<{ kid: string; at: string }>(db, early).catch(() => []);
  return rows.map(({ kid, at }) => ({
    check: 'signing keys',
    status: 'warning',
    found: `the key ${kid} was made at ${at}, which is in the future: the clock was ahead and was put right`,
    fix: 'Keep clocks synchronized. Run `tillgate keys rotate`, whose key signs a day later.',
  }));
}

type NewKey = Pick<KeyRow, 'kid' | 'sealed' | 'publicJwk'>;

async function newKey(sealing: Sealing): Promise<NewKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)));
  const sealed = await sealing.seal(signingKeyName(kid), secret);
  return { kid, sealed, publicJwk: { ...jwk, use: 'sig', alg: 'RS256', kid } };
}

async function insertKey(tx: ControlTransaction, { kid, sealed, publicJwk }: NewKey, signsFrom: number): Promise<void> {
  await tx.query(sql`insert into control.signing_keys (kid, sealed, public_jwk, created_at, signs_from)
    values (${kid}, ${sealed}, ${publicJwk}, ${tx.timestamp}, ${toTimestamp(signsFrom)})`);
  await tx.audit('signing_key.created', { details: { kid } });
}
