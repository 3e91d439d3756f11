import type { Answer } from '../http/send.ts';
import type { Fields } from '../specification/answer.ts';
import type { Operation } from '../specification/contract.ts';
import type { Table } from '../specification/state.ts';
import type { Driver } from './driver.ts';
import { SPECIFIED } from './operations.ts';
import { pick } from './requests/factor.ts';
import { tableNamed } from './requests/references.ts';
import { drafted, factorsOf, rowOf } from './requests/request.ts';
import { tableAt, tablesTouchedBy } from './tables.ts';

/** After a write, everything that could have changed is read by every way there is, in turn over the run. */
export class Rereads {
  readonly #driver: Driver;
  readonly #turns = new Map<string, number>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async after(operation: Operation, { body }: Answer, reads: number): Promise<void> {
    const table = tableAt(operation.path);
    if (!table) return;
    for (let i = 0; i < reads; i += 1) await this.#read(table, body as Fields);
  }

  async #read(table: Table, record: Fields): Promise<void> {
    const ways = waysToRead(table);
    const turn = this.#turns.get(table) ?? this.#driver.draw(ways.length);
    this.#turns.set(table, turn + 1);
    const way = ways[turn % ways.length];
    if (way) await this.#driver.send({ method: 'GET', url: this.#urlOf(way, table, record) });
  }

  #urlOf(operation: Operation, table: Table, record: Fields): string {
    const { draw } = this.#driver;
    const factors = factorsOf(operation);
    const own = tableAt(operation.path);
    const named = factors.filter(({ name }) => tableNamed(name) === table).map(({ name }) => [name, record.id]);
    const scene = this.#driver.scene(own, { ...record, ...Object.fromEntries(named) });
    // A page with few rows, so that lists overflow.
    const choices = factors.map(({ part, name, choices: ways }) => {
      if (part !== 'query') return 0;
      if (tableNamed(name) === table) return 1;
      return name === 'limit' || draw(3) === 0 ? draw(ways.length) : 0;
    });
    return drafted(operation, rowOf(factors, choices), scene, this.#idFor(own, table, record)).url;
  }

  /** The record itself, one that refers to it, or a neighbour. */
  #idFor(own: Table | undefined, table: Table, record: Fields): unknown {
    if (own === table && this.#driver.draw(4) > 0) return record.id;
    return own && pick(this.#driver.records(own), this.#driver.draw)?.id;
  }
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
  return [...own, ...lists, ...others, ...own, ...lists, ...lists];
}

function isTold({ path, parameters }: Operation, table: Table, touched: ReadonlySet<Table>): boolean {
  const of = tableAt(path);
  if (of && touched.has(of)) return true;
  if (parameters.some(({ name }) => tableNamed(name) === table)) return true;
  return path.startsWith('/reports/stock') && touched.has('items');
}
