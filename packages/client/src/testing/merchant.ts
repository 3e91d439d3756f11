import { contract } from '../generated/contract.gen.ts';
import { type ContractOperation, resolved } from './contract.ts';
import type { Incoming } from './incoming.ts';
import { pageOf } from './lists.ts';
import { completed, exampleOf, KEPT, type Kept, type Row, type Surroundings } from './records.ts';
import { Refusal } from './refusal.ts';
import { type Find, refuseDangling, refuseDuplicate, refuseReadOnly } from './rules.ts';

/** A successful response. */
export interface Success {
  readonly status: number;
  /** Undefined with 304. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** First id given to created records. */
const FIRST_ID = 500_001;

/** One merchant's records. Starts with the store, supplier and tax of the contract's examples. */
export class Merchant {
  readonly #now: () => number;
  readonly #rows = new Map<Kept, Map<number, Row>>();
  #ids = FIRST_ID;

  constructor(now: () => number) {
    this.#now = now;
    for (const resource of Object.keys(KEPT) as Kept[]) this.#rows.set(resource, new Map());
    for (const resource of ['stores', 'suppliers', 'taxes'] as const) this.#keep(resource, exampleOf(resource));
  }

  readonly find: Find = (resource, id) => this.#rowsOf(resource).get(id);

  all(resource: Kept): Row[] {
    return [...this.#rowsOf(resource).values()];
  }

  /** Stores a record with all of its properties and arbitrary values, as the merchant's back office could. */
  add(resource: Kept, given: object): Row {
    return this.#keep(resource, this.#checked(resource, completed(resource, given, this.#surroundings(resource))));
  }

  /** Carries out an operation on stored records. Throws a Refusal if it is rejected. */
  answer(resource: Kept, incoming: Incoming): Success {
    const { operation, id, query } = incoming;
    if (operation.method === 'GET')
      return id === undefined
        ? { status: 200, body: pageOf(this.all(resource), query) }
        : this.#read(resource, incoming);
    const row = id === undefined ? this.#create(resource, incoming) : this.#update(resource, incoming);
    if (query.dryRun === true) {
      const body = { ...row, dryRun: { movements: [] } };
      return { status: operation.status, body, headers: { 'Tillgate-Dry-Run': 'true' } };
    }
    this.#keep(resource, row);
    return { status: operation.status, body: row };
  }

  #read(resource: Kept, { id, query }: Incoming): Success {
    const row = this.#existing(resource, id);
    const body = resource === 'items' ? this.#atStore(row, Number(query.storeId)) : row;
    return { status: 200, body };
  }

  #create(resource: Kept, { body }: Incoming): Row {
    return this.#checked(resource, completed(resource, body, this.#surroundings(resource)));
  }

  #update(resource: Kept, { id, body, headers, operation }: Incoming): Row {
    const row = this.#existing(resource, id);
    const match = headers.get('If-Match');
    if (match !== null && match !== '*' && match !== etagOf(row))
      throw new Refusal('partner.version_mismatch', 'The record has changed since it was read.');
    const readOnly = readOnlyOf(operation);
    refuseReadOnly(body, row, readOnly);
    const changes = Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)));
    const updatedAt = this.#surroundings(resource).now;
    const merged = { ...row, ...changes, version: row.version + 1, updatedAt };
    return this.#checked(resource, completed(resource, merged, this.#surroundings(resource)));
  }

  /** An item with its values at a store and with stock, which this double does not track. */
  #atStore(item: Row, storeId: number): object {
    this.#existing('stores', storeId);
    const { price, lowStockLevel, trackStock } = item;
    const stock = trackStock ? { onHand: '0', stockStatus: 'out' } : { onHand: null, stockStatus: 'inStock' };
    const override = (item.stores as { storeId: number }[]).find((store) => store.storeId === storeId);
    const own = Object.fromEntries(Object.entries(override ?? {}).filter(([, value]) => value !== null));
    const variants = (item.variants as { id: number; price: string | null }[]).map((variant) => {
      return { variantId: variant.id, price: variant.price ?? price, onHand: stock.onHand };
    });
    const state = { storeId, status: 1, price, lowStockLevel, ...own, ...stock, variants };
    return { ...item, stock, atStore: state };
  }

  #existing(resource: Kept, id: number | undefined): Row {
    const row = id === undefined ? undefined : this.find(resource, id);
    if (!row) throw new Refusal('partner.not_found', `No such record of ${resource}: ${id}.`);
    return row;
  }

  #checked(resource: Kept, row: Row): Row {
    refuseDangling(resource, row, this.find);
    refuseDuplicate(resource, row, this.all(resource));
    return row;
  }

  #surroundings(resource: Kept): Surroundings {
    const nextId = () => this.#ids++;
    return { nextId, now: new Date(this.#now()).toISOString(), example: exampleOf(resource) };
  }

  #keep(resource: Kept, row: Row): Row {
    this.#rowsOf(resource).set(row.id, row);
    return row;
  }

  #rowsOf(resource: Kept): Map<number, Row> {
    return this.#rows.get(resource) as Map<number, Row>;
  }
}

/** ETag of a record, from its version. */
export const etagOf = ({ version }: Pick<Row, 'version'>): string => `"${version}"`;

/** Properties that only the service writes, according to the schema of the operation's body. */
const readOnlyOf = ({ body = {} }: ContractOperation): string[] =>
  Object.entries(resolved(body, contract.schemas).properties ?? {})
    .filter(([, property]) => property.readOnly)
    .map(([name]) => name);
