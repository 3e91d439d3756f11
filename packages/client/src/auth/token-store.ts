import type { AccessToken } from './access-tokens.ts';

/** Tokens of one connection. Encrypt them at rest: they are secrets. */
export interface ConnectionTokens extends AccessToken {
  /** Works once: each renewal replaces it. Until something of the renewal's response is used, the service repeats that response. */
  readonly refreshToken: string;
  /** Milliseconds since 1970. A connection unused until then expires, and the merchant has to connect again. */
  readonly refreshExpiresAt: number;
  readonly scope: string;
}

/** Stores an app's connections. `set` must not resolve before the tokens would survive a crash. */
export interface TokenStore {
  get(merchantId: number): Promise<ConnectionTokens | undefined> | ConnectionTokens | undefined;
  set(merchantId: number, tokens: ConnectionTokens): Promise<void> | void;
  delete(merchantId: number): Promise<void> | void;
}

/**
 * Runs `work` in one process at a time for each name. Without a lock, processes that refresh
 * concurrently get the same new token from the service, within its grace window of 30 seconds.
 */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Token store for tests and experiments. Its contents are lost when the process exits. */
export function memoryTokenStore(): TokenStore {
  const connections = new Map<number, ConnectionTokens>();
  return {
    get: (merchantId) => connections.get(merchantId),
    set: (merchantId, tokens) => void connections.set(merchantId, tokens),
    delete: (merchantId) => void connections.delete(merchantId),
  };
}

/** Serializes work with the same name within this process, in call order. */
export function serialLock(): Lock {
  const tails = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
    const tail = turn.catch(() => {}).finally(() => tails.get(name) === tail && tails.delete(name));
    tails.set(name, tail);
    return turn;
  };
}
