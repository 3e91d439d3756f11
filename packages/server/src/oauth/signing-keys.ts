import { type CryptoKey, calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Pool } from 'pg';
import { type Clock, toTimestamp } from '../clock.ts';
import { transaction } from '../storage/transaction.ts';

interface KeyRow {
  kid: string;
  private_jwk: JWK;
  public_jwk: JWK;
}

/** How long an unknown `kid` is not looked up again, in milliseconds. */
const RELOAD_INTERVAL = 30_000;

const GENERATION_LOCK = 7_411_002;

/** The keys that access tokens are signed and verified with. They live in the database, so that all instances agree. */
export class SigningKeys {
  readonly #control: Pool;
  readonly #clock: Clock;
  #publicKeys = new Map<string, CryptoKey>();
  #signer: { kid: string; privateKey: CryptoKey } | undefined;
  #loadedAt = 0;
  /** JSON text of the public key set (RFC 7517). */
  jwks = '{"keys":[]}';

  private constructor(control: Pool, clock: Clock) {
    this.#control = control;
    this.#clock = clock;
  }

  /** Loads the keys; the first instance on an empty database makes one. */
  static async open(control: Pool, clock: Clock): Promise<SigningKeys> {
    const keys = new SigningKeys(control, clock);
    await keys.#load();
    if (!keys.#signer) {
      await generateFirst(control, clock);
      await keys.#load();
    }
    return keys;
  }

  signer(): { kid: string; privateKey: CryptoKey } {
    if (!this.#signer) throw new Error('No signing key has been loaded.');
    return this.#signer;
  }

  /** Throws jose's JWKSNoMatchingKey for a key that is not ours. */
  async publicKey(kid: string | undefined): Promise<CryptoKey> {
    if (kid !== undefined && !this.#publicKeys.has(kid) && this.#clock() - this.#loadedAt >= RELOAD_INTERVAL) {
      await this.#load();
    }
    const key = kid === undefined ? undefined : this.#publicKeys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }

  async #load(): Promise<void> {
    const { rows } = await this.#control.query<KeyRow>(
      'select kid, private_jwk, public_jwk from control.signing_keys order by created_at desc',
    );
    const imported = await Promise.all(
      rows.map(async (row) => [row.kid, (await importJWK(row.public_jwk, 'RS256')) as CryptoKey] as const),
    );
    const [newest] = rows;
    this.#publicKeys = new Map(imported);
    this.#signer = newest && {
      kid: newest.kid,
      privateKey: (await importJWK(newest.private_jwk, 'RS256')) as CryptoKey,
    };
    this.jwks = JSON.stringify({ keys: rows.map((row) => row.public_jwk) });
    this.#loadedAt = this.#clock();
  }
}

/** Instances that start together queue on the lock; the first makes the key, the others find it. */
async function generateFirst(control: Pool, clock: Clock): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const values = [
    kid,
    await exportJWK(privateKey),
    { ...publicJwk, use: 'sig', alg: 'RS256', kid },
    toTimestamp(clock()),
  ];
  await transaction(control, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [GENERATION_LOCK]);
    await client.query(
      `insert into control.signing_keys (kid, private_jwk, public_jwk, created_at, signs_from)
       select $1, $2, $3, $4, $4 where not exists (select 1 from control.signing_keys)`,
      values,
    );
  });
}
