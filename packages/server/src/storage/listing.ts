import { createHash } from 'node:crypto';
import { validationFailed } from '../errors.ts';
import type { JsonText } from '../reply.ts';
import type { CursorCodec, CursorPosition } from './cursor.ts';
import { COUNTED_AT_MOST, compose, type ListPlan, type ListQuery } from './list-statement.ts';
import { type Statement, statement } from './statement.ts';
import type { TenantStore } from './tenant.ts';

interface PageRow {
  total: number;
  data: string;
  more: boolean;
  last_key: string | null;
  last_id: number | null;
}

const NOT_FILTERS = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId']);

/** Lists of records, each read in one round trip that also gives the total and the JSON text. */
export class Lists {
  readonly #cursors: CursorCodec;
  readonly #named = new Map<string, Statement>();

  constructor(cursors: CursorCodec) {
    this.#cursors = cursors;
  }

  async read<List>(tenant: TenantStore, plan: ListPlan, query: ListQuery): Promise<JsonText<List>> {
    const list = this.#identify(tenant, plan, query);
    const position = query.cursor === undefined ? undefined : this.#position(query.cursor, list);
    const { sql, values } = this.#statement(plan, query, position);
    const [row] = await tenant.read<PageRow>(sql, values);
    if (!row) throw new Error('A list statement gives one row.');
    return this.#render(row, query, list) as JsonText<List>;
  }

  /** What a cursor is bound to. */
  #identify(tenant: TenantStore, plan: ListPlan, query: ListQuery): string {
    const filters = Object.keys(query)
      .filter((name) => !NOT_FILTERS.has(name))
      .sort()
      .map((name) => [name, query[name]]);
    const [, , collation = []] = plan.sorts[query.sort] ?? [];
    return JSON.stringify([tenant.scope.companyId, plan.table, query.sort, query.order, filters].concat(collation));
  }

  #position(cursor: string, list: string): CursorPosition {
    const position = this.#cursors.decode(cursor, list);
    if (position) return position;
    const message = 'is not a cursor for this list with these filters, sort and order';
    throw validationFailed([{ in: 'query', path: 'cursor', rule: 'cursor', message }]);
  }

  /**
   * Statements without free text are prepared once a connection, under a name that follows from the text, so that
   * nobody else on that connection has it for another. With free text the plan has to depend on the words.
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

  #render(row: PageRow, query: ListQuery, list: string): string {
    const page = query.cursor === undefined ? query.page : 'null';
    let nextCursor = 'null';
    if (row.more && row.last_key !== null && row.last_id !== null) {
      nextCursor = `"${this.#cursors.encode({ key: row.last_key, id: row.last_id, total: row.total }, list)}"`;
    }
    const isExact = query.search === undefined || row.total <= COUNTED_AT_MOST;
    const total = isExact ? row.total : COUNTED_AT_MOST;
    return `{"data":[${row.data}],"pagination":{"page":${page},"limit":${query.limit},"total":${total},"totalIsExact":${isExact},"hasMore":${row.more},"nextCursor":${nextCursor}}}`;
  }
}
