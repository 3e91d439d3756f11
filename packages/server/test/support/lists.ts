import type { Caller } from './api-caller.ts';

export interface ListedRecord {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly [field: string]: unknown;
}

export interface ListPage {
  readonly data: ListedRecord[];
  readonly pagination: {
    page: number | null;
    limit: number;
    total: number;
    totalIsExact: boolean;
    hasMore: boolean;
    nextCursor: string | null;
  };
}

export const idsOf = (records: readonly ListedRecord[]): number[] => records.map((record) => record.id);

/** Reads one page of a list; fails unless the response is successful. */
export async function page(caller: Caller, path: string, query: string): Promise<ListPage> {
  const { status, body, text } = await caller.get(`${path}?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}

/** All pages of a list by number, with each page's pagination. */
export async function walkPages(caller: Caller, path: string, query: string, limit: number): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (let n = 1; ; n += 1) {
    const next = await page(caller, path, `${query}&limit=${limit}&page=${n}`);
    pages.push(next);
    if (!next.pagination.hasMore) return pages;
  }
}

/** All pages of a list by cursor. `between` runs before each page after the first. */
export async function walkCursor(
  caller: Caller,
  path: string,
  query: string,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<ListPage[]> {
  const pages = [await page(caller, path, `${query}&limit=${limit}`)];
  for (;;) {
    const cursor = pages.at(-1)?.pagination.nextCursor;
    if (!cursor) return pages;
    await between();
    pages.push(await page(caller, path, `${query}&limit=${limit}&cursor=${cursor}`));
  }
}

const NUMBERS = new Set(['sortOrder', 'price']);

/** Folds accents and case as searches do, without the database. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

const rootOrder = new Intl.Collator('und');

/** The order promised by the contract: names by the root collation, ties by id. Computed without the database. */
export function inOrder(records: readonly ListedRecord[], sort: string, order: string): ListedRecord[] {
  const key = (record: ListedRecord) => {
    const value = record[sort];
    if (NUMBERS.has(sort)) return Number(value);
    return String(value);
  };
  const compare = (a: ListedRecord, b: ListedRecord) => {
    const [x, y] = [key(a), key(b)];
    if (typeof x === 'number') return x - Number(y) || a.id - b.id;
    const difference = sort === 'name' ? rootOrder.compare(x, String(y)) : 0;
    return difference || Buffer.compare(Buffer.from(x), Buffer.from(String(y))) || a.id - b.id;
  };
  return [...records].sort((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)));
}
