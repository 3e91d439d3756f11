import type { AccessToken } from './access-tokens.ts';

/** Tokens of one connection. They are secrets: encrypt them at rest. */
export interface ConnectionTokens extends AccessToken {
  /** Works once: each renewal replaces it. */
  readonly refreshToken: string;
  /** Milliseconds since 1970; a connection not used until then has to be made anew. */
  readonly refreshExpiresAt: number;
  readonly scope: string;
}

/** Store of an app's connections. `set` must not resolve before the tokens would survive a crash. */
export interface TokenStore {
  get(merchantId: number): Promise<ConnectionTokens | undefined> | ConnectionTokens | undefined;
  set(merchantId: number, tokens: ConnectionTokens): Promise<void> | void;
  delete(merchantId: number): Promise<void> | void;
}

/**
 * Lets one process at a time do `work` under a name. Without it, processes that renew at once are each given the same new
 * token by the service, if they are within its 30 seconds' grace.
 */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** A store for tests and trials: it forgets everything with the process. */
export function memoryTokenStore(): TokenStore {
  const connections = new Map<number, ConnectionTokens>();
  return {
    get: (merchantId) => connections.get(merchantId),
    set: (merchantId, tokens) => void connections.set(merchantId, tokens),
    delete: (merchantId) => void connections.delete(merchantId),
  };
}

/** One at a time within this process, for each name in its order. */
export function serialLock(): Lock {
  const tails = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
    const tail = turn.catch(() => {}).finally(() => tails.get(name) === tail && tails.delete(name));
    tails.set(name, tail);
    return turn;
  };
}
