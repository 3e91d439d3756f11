import { Driver } from '../../../driver/driver.ts';
import { SPECIFIED } from '../../../driver/operations.ts';
import { Script } from '../../../driver/script.ts';
import { tableAt } from '../../../driver/tables.ts';
import type { Case } from '../../../engine/case.ts';
import type { Fields } from '../../../specification/answer.ts';
import type { Operation } from '../../../specification/contract.ts';
import type { Table } from '../../../specification/state.ts';
import { specified } from '../specified.ts';
import { changeEach, createWithAll } from './properties.ts';

/** Each kind of record sent back as it was read, respelled, with read-only properties changed, and under conditions. */

const pinned = specified('pinned.change');

/** The operations that change a record. */
const UPDATERS = SPECIFIED.filter(
  ({ method, path }) => method === 'PATCH' && /\/\{id\}(\/update-with-items)?$/.test(path),
);

function tableOf({ path }: Operation): Table {
  const table = tableAt(path);
  if (!table) throw new Error(`No table at ${path}.`);
  return table;
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
  (etag) => etag,
  () => '*',
  (etag) => `"other", ${etag}`,
  (etag) => `${etag},"other"`,
  (etag) => `"0", "other",${etag} , "another"`,
  (etag) => `W/"other", ${etag}`,
  (etag) => `W/${etag}, ${etag}`,
  () => '"other"',
  () => '"other", "another"',
  (etag) => `W/${etag}`,
  (etag) => `"other", W/${etag}`,
  (etag) => `w/${etag}`,
  () => '"*"',
  (etag) => etag.replace('"', '" '),
  (etag) => etag.replace(/^"/, '"0'),
  (etag) => etag.slice(1, -1),
  (etag) => etag.slice(0, -1),
  (etag) => etag.slice(1),
  (etag) => `'${etag.slice(1, -1)}'`,
  (etag) => `"other", ${etag.slice(1, -1)}`,
  (etag) => `W/"other",${etag}`,
  (etag) => `"other", W/${etag}, "another"`,
];

type Headers = Readonly<Record<string, string>>;

/** Requests about one record. */
class Subject {
  readonly driver: Driver;
  readonly updater: Operation;
  readonly table: Table;
  readonly #id: number;

  constructor(driver: Driver, updater: Operation, id: number) {
    this.driver = driver;
    this.updater = updater;
    this.table = tableOf(updater);
    this.#id = id;
  }

  async read(headers: Headers = {}): Promise<{ record: Fields; etag: string }> {
    const answer = await this.driver.read(this.table, this.#id, headers);
    return { record: (answer?.body ?? {}) as Fields, etag: answer?.headers.etag ?? '""' };
  }

  change(body: unknown, headers: Headers = {}): Promise<unknown> {
    const url = this.updater.path.replace('{id}', String(this.#id));
    return this.driver.send({ method: 'PATCH', url, body, headers });
  }
}

async function sendBack(one: Subject): Promise<void> {
  const { record } = await one.read();
  await one.change(record);
  await one.change(record);
  for (const spell of SPELLINGS) await one.change(respelled((await one.read()).record, spell));
  const { entryDate } = record;
  const later = new Date(Date.parse(String(entryDate)) + 1).toISOString().replace('Z', '+00:00');
  for (const instant of [later, String(entryDate).replace('Z', '001Z')]) await one.change({ entryDate: instant });
  const now = (await one.read()).record;
  for (const name of one.updater.readOnly.names)
    if (name in now) await one.change({ [name]: otherValue(now[name]), externalId: null });
  await one.change({ id: Number(now.id) + 1 });
  // Documents have no way back.
  if (!('lines' in now)) for (const status of [0, 1]) await one.change({ status });
  await one.change({});
  await one.change({ nosuch: 1 });
  await one.read();
}

async function underConditions(one: Subject): Promise<void> {
  for (const condition of CONDITIONS) {
    const { etag } = await one.read();
    await one.read({ 'If-None-Match': condition(etag) });
    await one.change({ externalId: one.driver.name() }, { 'If-Match': condition(etag) });
    await one.change({ externalId: null }, { 'If-Match': etag });
    const { etag: now } = await one.read();
    await one.change({ externalId: one.driver.name() }, { 'If-None-Match': condition(now) });
    await one.change({ externalId: null }, { 'If-Match': condition(now), 'If-None-Match': now });
  }
}

const listPath = ({ path }: Operation): string => path.slice(0, path.indexOf('/{'));

const UNIQUE = ['name', 'itemCode', 'orderNo', 'transferNo', 'externalId'];

/** A value that another record has, in a change and in a new record. */
async function takeUnique(one: Subject, other: Subject): Promise<void> {
  await other.change({ externalId: one.driver.name() });
  const { record } = await other.read();
  for (const name of UNIQUE) {
    if (typeof record[name] !== 'string' || one.updater.readOnly.names.includes(name)) continue;
    await one.change({ [name]: record[name] });
    await one.change({ [name]: String(record[name]).toUpperCase() });
    await other.change({ [name]: record[name] });
    await one.driver.create(one.table, { [name]: record[name] });
    await one.driver.send({ method: 'GET', url: `${listPath(one.updater)}?limit=2` });
  }
  for (const name of one.updater.readOnly.names)
    if (name in record) await one.driver.create(one.table, { [name]: record[name] });
  await one.read();
}

/** A record is found by the text that it was changed to. */
async function rename(one: Subject): Promise<void> {
  const text = one.driver.name();
  const { record } = await one.read();
  await one.change({ ['name' in record ? 'name' : 'narration']: text });
  await one.driver.send({ method: 'GET', url: `${listPath(one.updater)}?search=${text}` });
}

const changeCase = (updater: Operation): Case => {
  const table = tableOf(updater);
  return pinned(
    updater.id,
    `PATCH ${updater.path}: a record sent back, read-only properties, conditions and taken values are as specified`,
    async (t) => {
      const driver = await Driver.open(t);
      await driver.ensure(['brands', 'categories', 'items', 'modifiers']);
      const [first, second] = [await driver.create(table), await driver.create(table)];
      t.checkAlso('records.created', first !== undefined && second !== undefined, `no ${table} could be created`);
      if (first === undefined || second === undefined) return;
      const one = new Subject(driver, updater, first);
      const { body } = await driver.send({ method: 'GET', url: '/changes' });
      await rename(one);
      await changeEach(driver, updater, table, first);
      await createWithAll(driver, table);
      await driver.send({ method: 'GET', url: `${listPath(updater)}?limit=5` });
      await sendBack(one);
      await underConditions(one);
      await takeUnique(one, new Subject(driver, updater, second));
      await driver.send({ method: 'GET', url: `/changes?after=${(body as Fields).nextCursor}&limit=500` });
    },
  );
};

/** Types of items with these lists. */
const TYPES: Readonly<Record<string, number>> = { variants: 1, components: 2 };

/** Lists that are changed to another order, which is kept. */
const orderCase = pinned(
  'order',
  'entries come back in the order in which a change sends them, which is a change',
  async (t) => {
    const s = await Script.open(t);
    const newItem = async () => (await s.post('/items', { name: s.name() })).id;
    const [first, second] = [await newItem(), await newItem()];
    const parts = [first, second].map((itemId, at) => ({ itemId, quantity: `${at + 1}` }));
    const named = [{ name: 'S' }, { name: 'L' }];
    const { nextCursor } = await s.get('/changes');
    const lists: readonly (readonly [
      create: string,
      path: (id: unknown) => string,
      list: string,
      entries: object[],
    ])[] = [
      ['/items', (id) => `/items/${id}`, 'components', parts],
      ['/items', (id) => `/items/${id}`, 'variants', named],
      ['/modifiers', (id) => `/modifiers/${id}`, 'options', named],
      [
        '/menus/create-with-items',
        (id) => `/menus/${id}/update-with-items`,
        'items',
        parts.map(({ itemId }) => ({ itemId })),
      ],
    ];
    for (const [create, path, list, entries] of lists) {
      const type = TYPES[list] === undefined ? {} : { type: TYPES[list] };
      const { id } = await s.post(create, { name: s.name(), ...type, [list]: entries });
      await s.patch(path(id), { [list]: entries.toReversed() });
      await s.patch(path(id), { [list]: entries });
    }
    const barcodes = [s.name('b'), s.name('a')];
    const { id } = await s.post('/items', { name: s.name(), barcodes });
    await s.patch(`/items/${id}`, { barcodes: barcodes.toReversed() });
    await s.get(`/changes?after=${nextCursor}&limit=500`);
  },
);

export const PINNED_CHANGES: readonly Case[] = [...UPDATERS.map(changeCase), orderCase];
