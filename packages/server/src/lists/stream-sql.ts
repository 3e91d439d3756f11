import { LATEST } from '../changes/log-position.ts';
import { filtersOf, keptTotal, type ListPlan, type ListQuery, type Place } from './list-plan.ts';
import { type CursorPosition, isFarRange, isText, keyOf, type Matches, matchesOf, rowsOf } from './list-sql.ts';

interface Composed {
  readonly text: string;
  readonly values: unknown[];
}

/** Matches up to this many are found by their filters and sorted. More are read in order. */
const MOST_SORTED = 10_000;

/** Statement for the exact number of records that a stream will have, and the end of the change log. */
export function composeTotal(plan: ListPlan, query: ListQuery, position?: CursorPosition): Composed {
  return composed((place) => {
    const kept = position ? undefined : keptTotal(plan, query, place);
    return `select ${kept ?? countOf(matchesOf(plan, query, position, place))} as total, ${LATEST} as latest`;
  });
}

const countOf = ({ found, where, after }: Matches): string =>
  `(select count(*) from ${found} r where ${where}${after})`;

/** Statement for the documents and ids of `total` records, in order. */
export function composeStream(plan: ListPlan, query: ListQuery, total: number, position?: CursorPosition): Composed {
  return composed((place) => {
    const matches = matchesOf(plan, query, position, place);
    if (filtersOf(plan, query).length === 0) return wholeList(matches);
    const isCollected = total <= MOST_SORTED || isText(plan, query) || isFarRange(plan, query);
    return recordsIn(matches, isCollected ? collected(matches) : walked(matches));
  });
}

/** Statement for the sort value of the record `id`. */
export const composeKey = (plan: ListPlan, query: ListQuery, id: number): Composed =>
  composed((place) => {
    const { records } = rowsOf(plan, query);
    return `select (${keyOf(plan, query).key})::text as key from ${records} r
      where r.company_id = $1 and r.id = ${place(id)}::bigint`;
  });

const inOrder = (row: string, key: string, order: string): string => `order by ${key} ${order}, ${row}.id ${order}`;

/** Reads the sort's index and every record on the way. */
const wholeList = ({ records, doc, key, order, where, after }: Matches): string =>
  `select ${doc} as doc, r.id from ${records} r where ${where}${after} ${inOrder('r', key, order)}`;

/** Records of the keys and ids that `ids` selects. The keys are not read, because writing them costs more than the order. */
const recordsIn = ({ doc, records, order }: Matches, ids: string): string =>
  `select ${doc} as doc, p.id from (${ids}) p join ${records} r on r.company_id = $1 and r.id = p.id
   ${inOrder('p', 'p.key', order)}`;

/** Finds all matches by their filters before sorting them. */
const collected = ({ found, key, order, where, after }: Matches): string =>
  `select * from (select r.id, ${key} as key from ${found} r where ${where}${after} offset 0) f ${inOrder('f', 'f.key', order)}`;

const walked = ({ walked: rows, key, order, where, after }: Matches): string =>
  `select r.id, ${key} as key from ${rows} r where ${where}${after} ${inOrder('r', key, order)}`;

function composed(write: (place: Place) => string): Composed {
  const values: unknown[] = [];
  return { text: write((value) => `$${values.push(value) + 1}`), values };
}
