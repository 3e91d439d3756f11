import type { Row } from './records.ts';
import { refuseFields } from './refusal.ts';
import { folded } from './rules.ts';

type Query = Readonly<Record<string, unknown>>;

/** Parameters that do not filter by the property of that name. */
const NO_FILTER = ['order', 'sort', 'page', 'limit', 'cursor', 'search', 'companyId'];

/** One page of records, filtered and sorted, starting at a page number or a cursor. */
export function pageOf(rows: readonly Row[], query: Query) {
  const { limit, cursor, page } = query as { limit: number; cursor?: string; page: number };
  const matching = rows.filter((row) => matches(row, query)).sort(comparing(query));
  const start = cursor === undefined ? (page - 1) * limit : startOf(matching, cursor);
  const data = matching.slice(start, start + limit);
  const hasMore = start + limit < matching.length;
  return {
    data,
    pagination: {
      page: cursor === undefined ? page : null,
      limit,
      total: matching.length,
      totalIsExact: true,
      hasMore,
      nextCursor: hasMore ? cursorAfter(data.at(-1) as Row) : null,
    },
  };
}

function matches(row: Row, query: Query): boolean {
  const { search } = query as { search?: string };
  const { name, code, itemCode, barcodes, variants } = row;
  const text = folded(JSON.stringify([name, code, itemCode, barcodes, variants]));
  const found =
    search === undefined ||
    folded(search)
      .split(/\s+/)
      .every((word) => text.includes(word));
  const filters = Object.entries(query).filter(([parameter]) => !NO_FILTER.includes(parameter) && parameter in row);
  return found && filters.every(([property, value]) => [value].flat().includes(row[property]));
}

function comparing({ sort, order }: Query): (a: Row, b: Row) => number {
  const key = String(sort ?? 'id');
  const collator = new Intl.Collator('und', { numeric: key === 'price' });
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => sign * (collator.compare(String(a[key]), String(b[key])) || a.id - b.id);
}

const cursorAfter = ({ id }: Row): string => `after.${id}`;

/** A cursor names the last record of its page, so that added records cause neither repeats nor gaps. */
function startOf(rows: readonly Row[], cursor: string): number {
  const last = rows.findIndex((row) => cursorAfter(row) === cursor);
  if (last < 0) {
    const message = 'must be the nextCursor of an earlier page of the same list';
    refuseFields('partner.validation_failed', [{ in: 'query', path: 'cursor', rule: 'cursor', message }]);
  }
  return last + 1;
}
