import { schemaOf } from '@tillgate/openapi/requests';
import type { Operation } from '../../contract/bundle.ts';
import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { createWith, creatorOf, referencesOf } from '../../engine/references.ts';

/** Order of each list for each sort, with whatever records it has. */

const example = subject('examples', 'list');

/** Enough records for several pages. */
const ENOUGH = 5;

export async function withRecords(t: CaseContext, op: Operation, caller: Caller = t.as()): Promise<Caller> {
  const references = await referencesOf(t, caller);
  const create = creatorOf(op.path);
  const { total } = (await caller.page(`${op.path}?limit=1`)).pagination;
  for (let n = total; create && n < ENOUGH; n += 1) await createWith(t, caller, create, references);
  return caller;
}

export const idsOf = (records: readonly Rec[]): number[] => records.map(({ id }) => id);

export const sortsOf = (op: Operation): string[] => {
  const sort = op.parameters.find(({ name }) => name === 'sort');
  return sort ? (schemaOf(sort.schema).enum ?? []).map(String) : [];
};

/** Fields whose texts are numbers. */
const NUMERIC = new Set(['price', 'cost', 'sortOrder', 'total', 'rate']);

/** Names with only letters, digits and blanks. Collation options do not affect their order. */
const PLAIN = /^[\p{L}\p{N} ]+$/u;
const rootOrder = new Intl.Collator('und');

/** Characters ordered alike in every collation; the order of others is not specified. */
const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/];

/** True if a value may precede another; undefined if they are equal. */
function mayPrecede(one: unknown, other: unknown, sort: string): boolean | undefined {
  if (one === other) return undefined;
  if (NUMERIC.has(sort)) return Number(one) === Number(other) ? undefined : Number(one) < Number(other);
  if (sort === 'name' && [one, other].every((name) => PLAIN.test(String(name))))
    return rootOrder.compare(String(one), String(other)) <= 0;
  const [a, b] = [[...String(one)], [...String(other)]];
  const at = a.findIndex((character, i) => character !== b[i]);
  const [x = '', y = ''] = [a[at], b[at]];
  return CLASSES.some((kind) => kind.test(x) && kind.test(y)) ? x < y : true;
}

/** The first two neighbours in the wrong order. */
const misplaced = (records: readonly Rec[], sort: string): readonly unknown[] | undefined => {
  const at = records.findIndex((record, i) => {
    const before = records[i - 1];
    return before && !(mayPrecede(before[sort], record[sort], sort) ?? before.id < record.id);
  });
  return at < 0 ? undefined : records.slice(at - 1, at + 1).map((record) => [record.id, record[sort]]);
};

const sortCase = (op: Operation, sort: string): Case =>
  example(
    `${op.id}.sort.${sort}`,
    ['lists.sort', 'lists.order', 'lists.ties', `op.${op.id}.param.sort`, `op.${op.id}.param.order`],
    `GET ${op.path}?sort=${sort}: in order, both ways, ties by id`,
    async (t) => {
      const caller = await withRecords(t, op);
      const ascending = await caller.all(`${op.path}?sort=${sort}&order=asc`);
      const descending = await caller.all(`${op.path}?sort=${sort}&order=desc`);
      t.equal(misplaced(ascending, sort), undefined, `neighbours of sort=${sort}&order=asc in the wrong order`);
      t.equal(idsOf(descending), idsOf(ascending.toReversed()), `sort=${sort}&order=desc is the reverse`);
    },
  );

export const sortCasesOf = (op: Operation): Case[] => sortsOf(op).map((sort) => sortCase(op, sort));
