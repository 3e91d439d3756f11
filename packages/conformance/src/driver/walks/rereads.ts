import type { Answer } from '../../http/send.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import type { Table } from '../../specification/state.ts';
import { SPECIFIED } from '../operations.ts';
import { pick } from '../requests/factor.ts';
import { tableNamed } from '../requests/references.ts';
import { drafted, factorsOf, selectionOf } from '../requests/request.ts';
import { tableAt, tablesTouchedBy } from '../tables.ts';
import type { Walker } from '../walker.ts';

/** After a write, everything that could have changed is read by every way there is, in turn over the run. */
export class Rereads {
  readonly #walker: Walker;
  readonly #turns = new Map<string, number>();

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** `before` is the record as it was, whose references the write may have changed. Reads by all ways unless it says how many. */
  async after(operation: Operation, { body }: Answer, before: Fields | undefined, reads?: number): Promise<void> {
    const table = tableAt(operation.path);
    if (!table) return;
    const record = body as Fields;
    const referred = [...referencesIn(record), ...referencesIn(before ?? {})];
    const urlOf = (way: Operation): string => this.#urlOf(way, table, record, referred);
    if (typeof record.id === 'number') await this.#walker.read(table, record.id);
    if (reads === undefined) await this.#walker.readAll([...new Set(waysToRead(table))].map(urlOf));
    for (let i = 0; i < (reads ?? 0); i += 1) await this.#walker.send({ method: 'GET', url: urlOf(this.#next(table)) });
    if (this.#walker.draw(FOLLOWED) === 0) await this.#walker.follow();
  }

  #next(table: Table): Operation {
    const ways = waysToRead(table);
    const turn = this.#turns.get(table) ?? this.#walker.draw(ways.length);
    this.#turns.set(table, turn + 1);
    return ways[turn % ways.length] as Operation;
  }

  #urlOf(operation: Operation, table: Table, record: Fields, referred: readonly Reference[]): string {
    const { draw } = this.#walker;
    const factors = factorsOf(operation);
    const own = tableAt(operation.path);
    const named = factors.filter(({ name }) => tableNamed(name) === table).map(({ name }) => [name, record.id]);
    const storeId = record.storeId ?? pick(of(referred, 'stores'), draw)?.id;
    const scene = this.#walker.scene(own, { ...record, storeId, ...Object.fromEntries(named) });
    // A page with few rows, so that lists overflow.
    const options = factors.map(({ part, name, options: ways }) => {
      if (part !== 'query') return 0;
      if (tableNamed(name) === table) return 1;
      return name === 'limit' || draw(3) === 0 ? draw(ways.length) : 0;
    });
    const id = this.#idFor(own, table, record, referred);
    return drafted(operation, selectionOf(factors, options), scene, id).url;
  }

  /** The record itself, one that it refers to or did, or a neighbour. */
  #idFor(own: Table | undefined, table: Table, record: Fields, referred: readonly Reference[]): unknown {
    const { draw } = this.#walker;
    if (own === table && draw(4) > 0) return record.id;
    const near = of(referred, own);
    if (near.length > 0 && draw(4) > 0) return pick(near, draw)?.id;
    return own && pick(this.#walker.records(own), draw)?.id;
  }
}

/** Changes are followed after one of this many writes. */
const FOLLOWED = 3;

interface Reference {
  readonly table: Table;
  readonly id: number;
}

const of = (referred: readonly Reference[], table: Table | undefined): Reference[] =>
  referred.filter((one) => one.table === table);

/** The records that a record names, in its entries too. */
function referencesIn(record: Fields): Reference[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const table = tableNamed(name);
    const values = [value].flat();
    if (table) return values.flatMap((id) => (typeof id === 'number' ? { table, id } : []));
    return values.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? referencesIn(entry as Fields) : [],
    );
  });
}

const known = new Map<Table, readonly Operation[]>();

/** Reads of a table, of the others that its writes change, and of those that refer to it, each as often as it tells. */
function waysToRead(table: Table): readonly Operation[] {
  const ways = known.get(table) ?? computed(table);
  known.set(table, ways);
  return ways;
}

function computed(table: Table): Operation[] {
  const reads = SPECIFIED.filter(({ method }) => method === 'GET');
  const own = reads.filter(({ path }) => tableAt(path) === table);
  const touched = tablesTouchedBy(`/${own[0]?.path.split('/')[1] ?? ''}`) ?? new Set();
  const others = reads.filter((operation) => !own.includes(operation) && isTold(operation, table, touched));
  const lists = own.filter(({ path }) => !path.includes('{id}'));
  return [...own, ...lists, ...others, ...own, ...lists, ...others];
}

function isTold({ path, parameters }: Operation, table: Table, touched: ReadonlySet<Table>): boolean {
  const of = tableAt(path);
  if (of && touched.has(of)) return true;
  if (parameters.some(({ name }) => tableNamed(name) === table)) return true;
  return /^\/(reports\/stock|stock-movements)/.test(path) && touched.has('items');
}
