import { CONTRACT } from '../../contract/specification-contract.ts';
import type { CaseContext } from '../../run/case-context.ts';
import type { Fields } from '../../specification/answer.ts';
import { type Operation, resolved } from '../../specification/contract.ts';
import { TABLES, type Table } from '../../specification/state.ts';
import { changerOf, creatorOf, SPECIFIED } from '../operations.ts';
import { entriesOf } from '../requests/references.ts';
import { tableAt } from '../tables.ts';
import { Walker } from '../walker.ts';

/** A walk over changes that change little: a record sent back and respelled, under conditions, and with others' values. */

export const CHANGERS = TABLES.flatMap((table) => changerOf(table) ?? []);

export async function walkChanges(t: CaseContext, changer: Operation, most: number): Promise<void> {
  const table = tableAt(changer.path);
  if (!table) return;
  const walker = await Walker.open(t);
  await walker.ensure(TABLES.filter((one) => creatorOf(one)));
  await walker.follow();
  const [first, second] = [await walker.createFull(table), await walker.create(table)];
  t.about('records.created').check(first !== undefined && second !== undefined, `no ${table} could be created`);
  if (first === undefined || second === undefined) return;
  const record = new Changed(walker, changer, table, first);
  await record.sendBack();
  for (const condition of CONDITIONS.slice(0, most)) await record.changeUnder(condition);
  await record.takeUnique(new Changed(walker, changer, table, second));
  // Documents have no way back.
  await record.changeInEveryState();
  await walker.follow();
}

/** Other spellings of an instant that responses spell `2026-03-02T08:15:30.000Z`. */
const SPELLINGS: readonly ((instant: string) => string)[] = [
  (instant) => instant.replace('Z', '+00:00'),
  (instant) => instant.replace('Z', '000Z'),
  (instant) => instant.toLowerCase(),
  (instant) => new Date(Date.parse(instant) + 330 * 60_000).toISOString().replace('Z', '+05:30'),
];

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:]+\.\d{3}Z$/;

/** A record with every instant respelled and decimals without trailing zeros. */
function respelled(value: unknown, spell: (instant: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => respelled(entry, spell));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, respelled(member, spell)]));
  if (typeof value !== 'string') return value;
  return INSTANT.test(value) ? spell(value) : value.replace(/^(\d+\.\d*?)0+$/, '$1').replace(/^(\d+)\.$/, '$1');
}

/** Another value of the same form. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 1 : value - 1 || value + 1;
  if (value === null) return 'conf-other';
  if (Array.isArray(value)) return [];
  if (typeof value === 'object') return { ...value, stockStatus: 'conf-other', storeId: 1 };
  const text = String(value);
  if (/^\d{4}-/.test(text)) return '2001-01-01T00:00:00.000Z';
  return /^[A-Z]{3}$/.test(text) ? 'XTS' : '4321';
}

/** Conditions with one or several ETags, weak ones and malformed ones (RFC 9110 §8.8.3, §13.1). */
const CONDITIONS: readonly ((etag: string) => string)[] = [
  ...['*', '"other"', '"other", "another"', '"*"'].map((text) => () => text),
  ...[
    'E',
    '"other", E',
    'E,"other"',
    '"0", "other",E , "another"',
    'W/"other", E',
    'W/E, E',
    'W/E',
    '"other", W/E',
  ].map((form) => (etag: string) => form.replaceAll('E', etag)),
  ...['w/E', 'W/"other",E', '"other", W/E, "another"'].map((form) => (etag: string) => form.replace('E', etag)),
  (etag) => etag.replace('"', '" '),
  (etag) => etag.replace(/^"/, '"0'),
  (etag) => etag.slice(1, -1),
  (etag) => etag.slice(0, -1),
  (etag) => etag.slice(1),
  (etag) => `'${etag.slice(1, -1)}'`,
  (etag) => `"other", ${etag.slice(1, -1)}`,
];

const UNIQUE = ['name', 'itemCode', 'orderNo', 'transferNo', 'externalId'];

/** Requests about one record. */
class Changed {
  readonly #walker: Walker;
  readonly #changer: Operation;
  readonly #table: Table;
  readonly #id: number;

  constructor(walker: Walker, changer: Operation, table: Table, id: number) {
    this.#walker = walker;
    this.#changer = changer;
    this.#table = table;
    this.#id = id;
  }

  async #read(headers: Readonly<{ [name: string]: string }> = {}): Promise<{ record: Fields; etag: string }> {
    const answer = await this.#walker.read(this.#table, this.#id, headers);
    return { record: (answer?.body ?? {}) as Fields, etag: answer?.headers.etag ?? '""' };
  }

  #change(body: unknown, headers: Readonly<{ [name: string]: string }> = {}): Promise<unknown> {
    const url = this.#changer.path.replace('{id}', String(this.#id));
    return this.#walker.send({ method: 'PATCH', url, body, headers });
  }

  /** As it was read, respelled, and with each read-only property changed. */
  async sendBack(): Promise<void> {
    const { record } = await this.#read();
    for (let times = 0; times < 2; times += 1) await this.#change(record);
    const { version: _, ...unversioned } = record;
    await this.#change(unversioned);
    for (const spell of SPELLINGS) await this.#change(respelled((await this.#read()).record, spell));
    const entered = String(record.entryDate);
    const later = new Date(Date.parse(entered) + 1).toISOString().replace('Z', '+00:00');
    for (const instant of [later, entered.replace('Z', '001Z')]) await this.#change({ entryDate: instant });
    const now = (await this.#read()).record;
    for (const name of this.#changer.readOnly.names)
      if (name in now) await this.#change({ [name]: otherValue(now[name]), externalId: null });
    for (const body of [{ id: Number(now.id) + 1 }, {}, { version: now.version }]) await this.#change(body);
    // Documents have no way back.
    if (!('lines' in now)) for (const status of [0, 1]) await this.#change({ status });
    await this.#read();
  }

  /** Each property alone, as it was read and changed, in every state that a receipt or a status brings about. */
  async changeInEveryState(): Promise<void> {
    const { properties = {} } = resolved(this.#changer.body ?? {}, CONTRACT.schemas);
    const { enum: states = [] } = resolved(properties.status ?? {}, CONTRACT.schemas);
    const acts = [...this.#receipts(), ...states.map((status) => () => this.#change({ status }))];
    for (const act of acts) {
      await act();
      await this.#changeEach(Object.keys(properties));
    }
  }

  /** A receipt of a part of the first line, then of the rest, if the record is one that goods are received on. */
  #receipts(): (() => Promise<unknown>)[] {
    const path = `${this.#changer.path}/receive`;
    if (!SPECIFIED.some((one) => one.path === path)) return [];
    const url = path.replace('{id}', String(this.#id));
    const receive = (body: unknown) => this.#walker.send({ method: 'PATCH', url, body });
    const part = async () => {
      const [line] = entriesOf((await this.#read()).record, 'lines');
      return receive({ lines: [{ lineId: line?.id, quantity: '0.5' }] });
    };
    return [part, () => receive({})];
  }

  /** Each property as it was read and with another value; those of an entry also left out. */
  async #changeEach(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { record } = await this.#read();
      if (!(name in record)) continue;
      await this.#change({ [name]: record[name] });
      if (name !== 'status') await this.#change({ [name]: otherValue(record[name]) });
      const [entry, ...others] = entriesOf(record, name);
      for (const property of Object.keys(entry ?? {})) {
        const { [property]: value, ...less } = entry ?? {};
        await this.#change({ [name]: [{ ...less, [property]: otherValue(value) }, ...others] });
        await this.#change({ [name]: [less, ...others] });
      }
    }
  }

  async changeUnder(condition: (etag: string) => string): Promise<void> {
    const { etag } = await this.#read();
    const externalId = this.#walker.name();
    await this.#read({ 'If-None-Match': condition(etag) });
    await this.#change({ externalId }, { 'If-Match': condition(etag) });
    await this.#change({ externalId: null }, { 'If-Match': etag });
    const { etag: now } = await this.#read();
    await this.#change({ externalId }, { 'If-None-Match': condition(now) });
    await this.#change({ externalId: null }, { 'If-Match': condition(now), 'If-None-Match': now });
  }

  /** Values that another record has, in a change and in a new record; and read-only properties in a new one. */
  async takeUnique(other: Changed): Promise<void> {
    await other.#change({ externalId: this.#walker.name() });
    const { record } = await other.#read();
    const { names } = this.#changer.readOnly;
    for (const name of UNIQUE) {
      if (typeof record[name] !== 'string' || names.includes(name)) continue;
      await this.#change({ [name]: record[name] });
      await this.#change({ [name]: String(record[name]).toUpperCase() });
      await other.#change({ [name]: record[name] });
      await this.#walker.create(this.#table, { [name]: record[name] });
    }
    for (const name of names) if (name in record) await this.#walker.create(this.#table, { [name]: record[name] });
    await this.#read();
  }
}
