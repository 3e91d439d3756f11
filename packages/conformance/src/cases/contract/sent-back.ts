import { type Operation, readOnlyOf } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import { CREATES, newSubject, updaterOf } from '../fixtures/records.ts';

/** Records sent back as read, and with changed read-only properties. */

const example = subject('examples', 'write');

/** A record without the properties that every write changes. */
const withoutTimes = ({ version: _, updatedAt: __, ...record }: Rec): object => record;

const unchangedCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.sent-back`,
    ['records.sent_back', `op.${updater.id}.call`],
    `PATCH ${updater.path}: a record sent back as it was read is accepted and stays unchanged`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const record = await caller.read(url);
      t.expectStatus(await update(record), 200);
      const after = await caller.read(url);
      t.equal(withoutTimes(after), withoutTimes(record), 'the record, read again');
      const stale = await update(record);
      expectRejectedAt(t, stale, 400, 'partner.validation_failed', '/version');
      t.equal((await caller.read(url)).version, after.version, 'version after a stale record was rejected');
    },
  );
};

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

const respelledCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.respelled`,
    ['records.sent_back', 'records.respelled', `op.${updater.id}.call`],
    `PATCH ${updater.path}: instants and decimals of a record are accepted in other spellings of the same value`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      for (const spell of SPELLINGS) {
        const record = await caller.read(url);
        t.expectStatus(await update(respelled(record, spell) as object), 200);
        t.equal(withoutTimes(await caller.read(url)), withoutTimes(record), 'the record, read again');
      }
      const { entryDate } = await caller.read(url);
      const later = new Date(Date.parse(String(entryDate)) + 1).toISOString().replace('Z', '+00:00');
      const finer = String(entryDate).replace('Z', '001Z');
      for (const other of [later, finer])
        expectRejectedAt(t, await update({ entryDate: other }), 400, 'partner.validation_failed', '/entryDate');
    },
  );
};

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

const changedCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.read-only`,
    ['records.read_only', 'records.read_only_changed', `op.${updater.id}.status.400`],
    `PATCH ${updater.path}: another value of a read-only property is rejected by name, and nothing is written`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const record = await caller.read(url);
      for (const name of readOnlyOf(updater.body ?? {})) {
        const value = otherValue(record[name]);
        if (JSON.stringify(value) === JSON.stringify(record[name])) continue;
        expectRejectedAt(t, await update({ [name]: value }), 400, 'partner.validation_failed', `/${name}`);
      }
      const { id } = record;
      const wrong = await update({ id: Number(id) + 1 });
      t.equal(
        detailsOf(wrong).map(({ rule }) => rule),
        ['readOnly'],
        'the rule that rejects another id',
        wrong,
      );
      t.equal(await caller.read(url), record, 'the record after rejected changes');
    },
  );
};

export const SENT_BACK_CASES: readonly Case[] = [
  ...CREATES.map(unchangedCase),
  ...CREATES.map(respelledCase),
  ...CREATES.map(changedCase),
];
