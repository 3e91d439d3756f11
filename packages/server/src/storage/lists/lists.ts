import { createHash } from 'node:crypto';
import { ChangeCursors } from '../changes/cursor.ts';
import { endOf, type Mark } from '../changes/log-position.ts';
import { viewOf } from '../changes/view.ts';
import { type Statement, statement } from '../statement.ts';
import type { TenantStore } from '../tenant.ts';
import { type CursorCodec, ForeignCursor } from './cursor.ts';
import { inOneSpelling } from './instant-range.ts';
import { countedTotal, isKept, type ListPlan, type ListQuery, UPDATED_RANGE } from './list-plan.ts';
import { type CursorPosition, compose } from './list-sql.ts';
import type { ListStream } from './list-stream.ts';
import { openStream } from './snapshot-stream.ts';
import { composeKey, composeStream, composeTotal } from './stream-sql.ts';

interface PageRow {
  total: number;
  data: string;
  more: boolean;
  last_key: string | null;
  last_id: number | null;
  beside: string | null;
  latest: Mark | null;
}

export interface Page {
  /** JSON texts of the records, separated by commas. */
  readonly rows: string;
  /** Null for a page read with a cursor. */
  readonly page: number | null;
  readonly limit: number;
  /** Number of records in the list, up to the counting limit. */
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly hasMore: boolean;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** What the plan reads beside the list. */
  readonly beside: string | null;
  /** Cursor of the changes since the first page was read; undefined for other pages. */
  readonly changesAfter: string | undefined;
}

const NOT_FILTERS = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId']);

/** Reads lists of records: a page and its total in one round trip. */
export class Lists {
  readonly #cursors: CursorCodec;
  readonly #changes: ChangeCursors;
  readonly #named = new Map<string, Statement>();

  constructor(cursors: CursorCodec) {
    this.#cursors = cursors;
    this.#changes = new ChangeCursors(cursors);
  }

  /** Throws ForeignCursor for a cursor of another list, and ReversedRange for a range that ends before it begins. */
  async read(tenant: TenantStore, plan: ListPlan, asked: ListQuery): Promise<Page> {
    const { query, list, position } = this.#ask(tenant, plan, asked);
    const { sql, values } = this.#statement(plan, query, position);
    const [row] = await tenant.read<PageRow>(sql, values);
    if (!row) throw new Error('A list statement gives one row.');
    const { scope } = tenant;
    const isFirst = position === undefined && query.page === 1;
    return {
      ...this.#toPage(row, query, list, isKept(plan, query)),
      changesAfter: isFirst ? this.#changes.encode(scope.companyId, endOf(row.latest), viewOf(scope)) : undefined,
    };
  }

  /**
   * Starts to read all records of a list, or those after its cursor. Throws like `read`. What else has to hold is required
   * between the check of the query and the first statement.
   */
  async stream(
    tenant: TenantStore,
    plan: ListPlan,
    asked: ListQuery,
    require?: () => Promise<unknown>,
  ): Promise<ListStream> {
    const { query, list, position } = this.#ask(tenant, plan, asked);
    await require?.();
    const { scope } = tenant;
    return openStream(tenant, async (snapshot) => {
      const { text, values } = composeTotal(plan, query, position);
      const [row] = await snapshot.query<{ total: number; latest: Mark | null }>(statement(undefined, text), values);
      const { total, latest } = row ?? { total: 0, latest: null };
      const cursorAfter = async (id: number) => {
        const { text, values } = composeKey(plan, query, id);
        const [last] = await snapshot.query<{ key: string }>(statement(undefined, text), values);
        return this.#cursors.encode([last?.key, id, position?.total ?? total], list);
      };
      return {
        total,
        changesAfter: position ? undefined : this.#changes.encode(scope.companyId, endOf(latest), viewOf(scope)),
        rows: composeStream(plan, query, total, position),
        cursorAfter,
      };
    });
  }

  #ask(tenant: TenantStore, plan: ListPlan, asked: ListQuery) {
    const query = inOneSpelling(plan.instants ?? UPDATED_RANGE, asked);
    const list = this.#identify(tenant, plan, query);
    return { query, list, position: query.cursor === undefined ? undefined : this.#positionOf(query.cursor, list) };
  }

  #positionOf(cursor: string, list: string): CursorPosition {
    const position = this.#cursors.decode<[string, number, number]>(cursor, list);
    if (!position)
      throw new ForeignCursor('cursor', 'is not a cursor for this list with these filters, sort and order');
    const [key, id, total] = position;
    return { key, id, total };
  }

  #identify(tenant: TenantStore, plan: ListPlan, query: ListQuery): string {
    const filters = Object.keys(query)
      .filter((name) => !NOT_FILTERS.has(name))
      .sort()
      .map((name) => [name, query[name]]);
    const [, , collation = []] = plan.sorts[query.sort] ?? [];
    return JSON.stringify([tenant.scope.companyId, plan.table, query.sort, query.order, filters].concat(collation));
  }

  /**
   * Statements without free text are prepared once per connection, under a name derived from their
   * text so that it is unique. With free text, the plan has to depend on the words.
   */
  #statement(plan: ListPlan, query: ListQuery, position: CursorPosition | undefined) {
    const { text, values, isPlannedOnce } = compose(plan, query, position);
    const texts = ['search', ...(plan.textFilters ?? [])];
    if (texts.some((name) => query[name] !== undefined)) return { sql: statement(undefined, text), values };
    let sql = this.#named.get(text);
    if (!sql) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      sql = statement(`list.${plan.table}.${digest}`, text, { isPlannedOnce });
      this.#named.set(text, sql);
    }
    return { sql, values };
  }

  #toPage(row: PageRow, query: ListQuery, list: string, isExact: boolean): Omit<Page, 'changesAfter'> {
    const { data, total, more, last_key: key, last_id: id, beside } = row;
    const isFollowed = more && key !== null && id !== null;
    return {
      rows: data,
      page: query.cursor === undefined ? query.page : null,
      limit: query.limit,
      ...(isExact ? { total, totalIsExact: true } : countedTotal(total)),
      hasMore: more,
      nextCursor: isFollowed ? this.#cursors.encode([key, id, total], list) : null,
      beside,
    };
  }
}
