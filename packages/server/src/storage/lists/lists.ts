import { createHash } from 'node:crypto';
import { type Statement, statement } from '../statement.ts';
import type { TenantStore } from '../tenant.ts';
import type { CursorCodec, CursorPosition } from './cursor.ts';
import { countedTotal, isKept, type ListPlan, type ListQuery } from './list-plan.ts';
import { compose } from './list-sql.ts';

interface PageRow {
  total: number;
  data: string;
  more: boolean;
  last_key: string | null;
  last_id: number | null;
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
}

const NOT_FILTERS = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId']);

/** Reads lists of records: a page and its total in one round trip. */
export class Lists {
  readonly #cursors: CursorCodec;
  readonly #named = new Map<string, Statement>();

  constructor(cursors: CursorCodec) {
    this.#cursors = cursors;
  }

  async read(tenant: TenantStore, plan: ListPlan, query: ListQuery): Promise<Page> {
    const list = this.#identify(tenant, plan, query);
    const position = query.cursor === undefined ? undefined : this.#cursors.decode(query.cursor, list);
    const { sql, values } = this.#statement(plan, query, position);
    const [row] = await tenant.read<PageRow>(sql, values);
    if (!row) throw new Error('A list statement gives one row.');
    return this.#toPage(row, query, list, isKept(plan, query));
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
    const { text, values } = compose(plan, query, position);
    const texts = ['search', ...(plan.textFilters ?? [])];
    if (texts.some((name) => query[name] !== undefined)) return { sql: statement(undefined, text), values };
    let sql = this.#named.get(text);
    if (!sql) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      sql = statement(`list.${plan.table}.${digest}`, text);
      this.#named.set(text, sql);
    }
    return { sql, values };
  }

  #toPage(row: PageRow, query: ListQuery, list: string, isExact: boolean): Page {
    const { data, total, more, last_key: key, last_id: id } = row;
    const isFollowed = more && key !== null && id !== null;
    return {
      rows: data,
      page: query.cursor === undefined ? query.page : null,
      limit: query.limit,
      ...(isExact ? { total, totalIsExact: true } : countedTotal(total)),
      hasMore: more,
      nextCursor: isFollowed ? this.#cursors.encode({ key, id, total }, list) : null,
    };
  }
}
