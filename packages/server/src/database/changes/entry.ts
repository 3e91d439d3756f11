import { bitOf, type Resource } from './resources.ts';

export type ChangeKind = 'created' | 'updated' | 'received' | 'posted' | 'voided' | 'moved' | 'closed';

/** A change of one record. */
export interface Change {
  readonly resource: Resource;
  /** Id of the record: of the item for stock, of the store for a day of sales. */
  readonly id: number;
  readonly kind: ChangeKind;
  readonly version?: number | undefined;
  /** Names of the properties that changed; not used for new records. */
  readonly properties?: readonly string[] | undefined;
  /** Stores that the change concerns; absent for all. Stock has one. */
  readonly storeIds?: readonly number[] | undefined;
  /** Business day of sales. */
  readonly day?: string | undefined;
}

/** A change as stored, with short names because every write stores one. */
export interface Entry {
  /** Bit of the resource. */
  readonly r: number;
  readonly id: number;
  readonly k: ChangeKind;
  readonly v?: number | undefined;
  readonly p?: readonly string[] | undefined;
  readonly s?: readonly number[] | undefined;
  readonly d?: string | undefined;
}

/** Changes of one transaction, merged by record. */
export class Changes {
  readonly #byRecord = new Map<string, Change>();

  add(change: Change): void {
    const key = keyOf(change);
    const earlier = this.#byRecord.get(key);
    this.#byRecord.set(key, earlier ? merged(earlier, change) : change);
  }

  addAll(others: Changes): void {
    for (const change of others.#all) this.add(change);
  }

  get isEmpty(): boolean {
    return this.#byRecord.size === 0;
  }

  /** Bits of the resources that changed. */
  get kinds(): number {
    return this.#all.reduce((bits, { resource }) => bits | bitOf(resource), 0);
  }

  /** Stores that the changes concern; empty for all. */
  get storeIds(): number[] {
    const stores = this.#all.map(({ storeIds }) => storeIds);
    return stores.includes(undefined) ? [] : distinct(stores.flatMap((ids) => ids ?? [])).sort((a, b) => a - b);
  }

  /** By resource, id, store and day. */
  get entries(): Entry[] {
    return this.#all.map(entryOf).sort(inOrder);
  }

  get #all(): Change[] {
    return [...this.#byRecord.values()];
  }
}

const keyOf = ({ resource, id, storeIds, day = '' }: Change): string =>
  `${resource} ${id} ${resource === 'stock' ? storeIds : day}`;

/** A record created in this transaction stays created. A change of state outweighs other changes. */
function merged(earlier: Change, later: Change): Change {
  const kind = earlier.kind === 'created' || later.kind === 'updated' ? earlier.kind : later.kind;
  return {
    ...later,
    kind,
    properties: distinct([...(earlier.properties ?? []), ...(later.properties ?? [])]),
    storeIds: earlier.storeIds && later.storeIds && distinct([...earlier.storeIds, ...later.storeIds]),
  };
}

/** Only stock and sales have several entries of one id: stock by store, sales by day. */
const inOrder = (a: Entry, b: Entry): number =>
  a.r - b.r || a.id - b.id || (a.s?.[0] ?? 0) - (b.s?.[0] ?? 0) || ((a.d ?? '') < (b.d ?? '') ? -1 : 1);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Members without a value are left out of JSON text. Lists are sorted, so that what the API returns does not depend on the writer. */
const entryOf = ({ resource, id, kind, version, properties = [], storeIds, day }: Change): Entry => ({
  r: bitOf(resource),
  id,
  v: version,
  k: kind,
  p: kind === 'created' || properties.length === 0 ? undefined : [...properties].sort(),
  s: storeIds && [...storeIds].sort((a, b) => a - b),
  d: day,
});
