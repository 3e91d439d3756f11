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
import { checked, fromBase62, toBase62, withChecksum } from '../control/credentials/base62.ts';
import type { Environment } from '../control/credentials/products.ts';
import { PREFIXES } from '../control/credentials/secrets.ts';

const FAMILY_BYTES = 8;
const GENERATION_BYTES = 4;
const MAC_BYTES = 32;
const BYTES = FAMILY_BYTES + GENERATION_BYTES + MAC_BYTES;
/** 44 bytes take 60 digits in base 62. */
const LENGTH = 60;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED_BYTES = NONCE_BYTES + FAMILY_BYTES + GENERATION_BYTES + TAG_BYTES;

/** Contents of a refresh token. Its family's seed proves whether it is genuine. */
export interface ParsedRefreshToken {
  readonly env: Environment;
  readonly familyId: number;
  readonly generation: number;
  readonly mac: Buffer;
}

/** One refresh token of a family, by its place among them. */
export interface Place {
  readonly familyId: number;
  readonly generation: number;
}

export interface Generation extends Place {
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
    const familyId = bytes.readBigUInt64BE(0);
    if (familyId > Number.MAX_SAFE_INTEGER) return undefined;
    return {
      env: env as Environment,
      familyId: Number(familyId),
      generation: bytes.readUInt32BE(FAMILY_BYTES),
      mac: bytes.subarray(FAMILY_BYTES + GENERATION_BYTES),
    };
  }

  /** True if this deployment issued the token. Runs in constant time. */
  isGenuine({ familyId, generation, mac }: ParsedRefreshToken, seed: Buffer): boolean {
    return timingSafeEqual(mac, this.#mac({ familyId, generation, seed }));
  }

  /** The `jti` of an access token, different each time. Tells nobody else which refresh token it was issued with. */
  seal(place: Place): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#seal, nonce);
    const parts = [nonce, cipher.update(numbersOf(place)), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(parts).toString('base64url');
  }

  /** Undefined for a `jti` that was not sealed. */
  unseal(jti: string): Place | undefined {
    const bytes = Buffer.from(jti, 'base64url');
    if (bytes.length !== SEALED_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#seal, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const numbers = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      decipher.final();
      return { familyId: Number(numbers.readBigUInt64BE(0)), generation: numbers.readUInt32BE(FAMILY_BYTES) };
    } catch {
      return undefined;
    }
  }

  #mac(generation: Generation): Buffer {
    return createHmac('sha256', this.#key).update(generation.seed).update(numbersOf(generation)).digest();
  }
}

function numbersOf({ familyId, generation }: Place): Buffer {
  const bytes = Buffer.alloc(FAMILY_BYTES + GENERATION_BYTES);
  bytes.writeBigUInt64BE(BigInt(familyId), 0);
  bytes.writeUInt32BE(generation, FAMILY_BYTES);
  return bytes;
}
