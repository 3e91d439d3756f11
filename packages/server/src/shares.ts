import type { Environment } from './credentials/products.ts';

/** The app for which something holds places, and what it is part of. */
export interface Holder {
  readonly appId: number;
  /** Null if it is not known, or none. */
  readonly organizationId: number | null;
  readonly env: Environment;
}

/** How many of the free places each may hold at most: two apps share what one organization may hold, and so on. */
const HELD_PER_FREE = { app: 1, organization: 2, sandbox: 3 };

/**
 * The places of a pool, of which some are always left for others: an app may hold as many as are free, an organization twice
 * as many, and the whole sandbox three times as many. So one app gets at most half of the pool, and less the more are taken.
 */
export class Shares {
  readonly size: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  /** True if the holder may take another place. */
  hasRoom(holder: Holder): boolean {
    const free = this.size - this.#taken;
    return free > 0 && groupsOf(holder).every(([group, most]) => (this.#held.get(group) ?? 0) < most * free);
  }

  /** Takes places, and returns what gives them back; undefined if the holder has its share. The last ones may exceed it. */
  take(holder: Holder, places = 1): (() => void) | undefined {
    if (!this.hasRoom(holder)) return undefined;
    this.#add(holder, places);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(holder, -places);
      isHeld = false;
    };
  }

  #add(holder: Holder, places: number): void {
    this.#taken += places;
    for (const [group] of groupsOf(holder)) {
      const held = (this.#held.get(group) ?? 0) + places;
      if (held > 0) this.#held.set(group, held);
      else this.#held.delete(group);
    }
  }
}

const groupsOf = ({ appId, organizationId, env }: Holder): (readonly [group: string, most: number])[] => [
  [`app ${appId}`, HELD_PER_FREE.app],
  ...(organizationId === null ? [] : [[`organization ${organizationId}`, HELD_PER_FREE.organization] as const]),
  ...(env === 'SANDBOX' ? [['sandbox', HELD_PER_FREE.sandbox] as const] : []),
];
