import { isDeepStrictEqual } from 'node:util';
import type { Known } from '@tillgate/openapi/requests';
import { type Schema, schemaOf, typesOf } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf } from '../../contract/bundle.ts';
import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { CREATES, hasProperty, listOf, newSubject, type Subject, updaterOf } from '../fixtures/records.ts';

/** Rules for every property of a record: stored as sent, changed separately, cleared by null. */

const generated = subject('generated', 'property');

/** Two values of a property. Properties without two values are covered by other cases. */
type Pair = readonly [unknown, unknown];

const PAIRS: Readonly<Record<string, Pair>> = {
  description: ['two\nlines', 'ẞ 🍌 "quoted" \\'],
  narration: ['two\nlines', 'ẞ 🍌 "quoted" \\'],
  status: [0, 1],
  unit: ['kg', 'Stück'],
  price: ['1.00', '0'],
  cost: ['1.2345', '0'],
  weighingScale: [1, 0],
  trackStock: [false, true],
  lowStockLevel: ['1.125', '0'],
  imageUrl: ['https://conf.example/a.png?x=1', 'https://conf.example/b.png'],
  sortOrder: [7, 0],
  color: ['#a1B2c3', '#000000'],
  delivery: [1, 0],
  takeaway: [1, 0],
  online: [1, 0],
  minSelect: [1, 0],
  maxSelect: [2, 1],
  orderDate: ['2024-02-29', '2025-12-31'],
  expectedDate: ['2028-02-29', '2026-12-31'],
  date: ['2024-02-29', '2025-12-31'],
  invoice: ['conf 1', 'conf 2'],
  reason: ['damage', 'theft'],
};

const NAMED = new Set(['name', 'itemCode', 'orderNo', 'transferNo', 'adjustmentNo', 'externalId']);

export function valuePairOf(t: CaseContext, references: Known, name: string): Pair | undefined {
  if (NAMED.has(name)) return [`${t.name(name)} ẞ`, t.name(name)];
  if (name === 'barcodes') return [[t.name('bar'), t.name('bar')], [t.name('bar')]];
  if (PAIRS[name]) return PAIRS[name];
  const [first, second] = references[name] ?? [];
  return second === undefined ? undefined : [first, second];
}

/** Lists of parts, and the properties that determine them, are covered by other cases. */
export const OWN = new Set(
  [
    'variants',
    'components',
    'stores',
    'items',
    'itemIds',
    'options',
    'lines',
    'availability',
    'modifierIds',
    'type',
  ].concat(['fromStoreId', 'toStoreId']),
);

const DECIMALS = new Set(['price', 'cost', 'lowStockLevel']);

const shownOf = (record: Rec, name: string): unknown => (DECIMALS.has(name) ? exact(record[name]) : record[name]);

const comparable = (name: string, value: unknown): unknown => (DECIMALS.has(name) ? exact(value) : value);

/** Properties that change with every write. */
const MOVING = new Set(['version', 'updatedAt']);

export function expectOthersUnchanged(t: CaseContext, before: Rec, after: Rec, changed: string): void {
  const others = Object.keys(before).filter(
    (name) => name !== changed && !MOVING.has(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  t.equal(others, [], `properties that changed with ${changed}`);
}

/** The record as listed. */
async function listed(subject: Subject, create: Operation, record: Rec): Promise<Rec | undefined> {
  const text = record.orderNo ?? record.transferNo ?? record.adjustmentNo ?? record.name;
  const path = `${listOf(create)}?search=${encodeURIComponent(String(text).slice(0, 100))}`;
  return (await subject.caller.all(path)).find(({ id }) => id === record.id);
}

async function changeTo(t: CaseContext, one: Subject, create: Operation, name: string, value: unknown, before: Rec) {
  const after = t.requireRecord(await one.update({ [name]: value }));
  t.equal(shownOf(after, name), comparable(name, value), `${name} as changed`);
  expectOthersUnchanged(t, before, after, name);
  t.equal(shownOf(await one.caller.read(one.url), name), comparable(name, value), `${name} as read after the change`);
  const row = await listed(one, create, after);
  t.equal(row && shownOf(row, name), comparable(name, value), `${name} as listed after the change`);
  return after;
}

const propertyCase = (create: Operation, name: string, schema: Schema): Case => {
  const updater = updaterOf(create);
  const nullable = typesOf(schemaOf(schema)).includes('null');
  const changeable = hasProperty(updater, name);
  return generated(
    `${create.id}.${name}`,
    [
      'records.kept',
      `op.${create.id}.body.${name}`,
      ...(changeable ? ['records.merge', `op.${updater.id}.body.${name}`] : []),
      ...(changeable ? ['records.neighbours'] : []),
      ...(changeable && nullable ? ['records.null_clears'] : []),
    ],
    `${create.path}: ${name} is stored as sent${changeable ? ', changed alone' : ''}${nullable ? ', cleared by null' : ''}`,
    async (t) => {
      const neighbour = await newSubject(t, create);
      const before = await neighbour.caller.read(neighbour.url);
      const pair = valuePairOf(t, neighbour.references, name);
      if (!pair) return void t.check(false, `there are not two values of ${name} to try`);
      const one = await newSubject(t, create, { [name]: pair[0] });
      let record = one.record;
      t.equal(shownOf(record, name), comparable(name, pair[0]), `${name} as created`);
      t.equal(shownOf(await one.caller.read(one.url), name), comparable(name, pair[0]), `${name} as read`);
      const row = await listed(one, create, record);
      t.equal(row && shownOf(row, name), comparable(name, pair[0]), `${name} as listed`);
      if (!changeable) return;
      record = await changeTo(t, one, create, name, pair[1], record);
      if (nullable) await changeTo(t, one, create, name, null, record);
      t.equal(await neighbour.caller.read(neighbour.url), before, 'another record of the kind');
    },
  );
};

/** States of documents, which only changes can set, are covered by other cases. */
const properties = CREATES.flatMap((create) =>
  propertiesOf(create.body ?? {})
    .filter(([name]) => !OWN.has(name))
    .map(([name, schema]) => propertyCase(create, name, schema)),
);

export const EVERY_PROPERTY_CASES: readonly Case[] = properties;
