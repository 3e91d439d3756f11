/** The app that holds places, with its organization and environment. */
export interface Holder {
  /** A client id if the app is not known. */
  readonly appId: number | string;
  /** Null if unknown or none. */
  readonly organizationId: number | null;
  readonly env: 'PRODUCTION' | 'SANDBOX';
}

export const NO_APP: Holder = { appId: 0, organizationId: null, env: 'PRODUCTION' };

/** Places that each may hold per free place. */
const PER_FREE = { app: 1, organization: 2, sandbox: 3 };

/**
 * The places of a pool, some of which are always left for others. An app may hold as many as are free, an organization
 * twice as many, and the whole sandbox three times as many. One app thus gets at most half of the pool, and less as
 * more are taken.
 */
export class Shares {
  readonly size: number;
  readonly #apps = new Map<number | string, number>();
  readonly #organizations = new Map<number, number>();
  #sandbox = 0;
  #taken = 0;

  constructor(size: number) {
    this.size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  /** True if the holder may take places. The first of each group may exceed its share. */
  hasRoom({ appId, organizationId, env }: Holder, places = 1): boolean {
    const free = this.size - this.#taken;
    const fits = (held: number | undefined, most: number) => !held || held + places <= most * (free - places);
    return (
      free > 0 &&
      fits(this.#apps.get(appId), PER_FREE.app) &&
      (organizationId === null || fits(this.#organizations.get(organizationId), PER_FREE.organization)) &&
      (env === 'PRODUCTION' || fits(this.#sandbox, PER_FREE.sandbox))
    );
  }

  take(holder: Holder, places = 1): boolean {
    const hasRoom = this.hasRoom(holder, places);
    if (hasRoom) this.#add(holder, places);
    return hasRoom;
  }

  giveBack(holder: Holder, places = 1): void {
    this.#add(holder, -places);
  }

  giveBackAll(): void {
    this.#apps.clear();
    this.#organizations.clear();
    this.#sandbox = 0;
    this.#taken = 0;
  }

  #add({ appId, organizationId, env }: Holder, places: number): void {
    this.#taken += places;
    if (env === 'SANDBOX') this.#sandbox += places;
    addTo(this.#apps, appId, places);
    if (organizationId !== null) addTo(this.#organizations, organizationId, places);
  }
}

function addTo<Key>(held: Map<Key, number>, key: Key, places: number): void {
  const now = (held.get(key) ?? 0) + places;
  if (now > 0) held.set(key, now);
  else held.delete(key);
}
