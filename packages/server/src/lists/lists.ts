import { createHash } from 'node:crypto';
import { ChangeCursors, type CursorCodec, ForeignCursor, viewOf } from '../changes/cursor.ts';
import { endOf, type Mark } from '../changes/log.ts';
import { type Statement, statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { compose, composeDocuments, isText } from './page-sql.ts';
import { countedTotal, inOneSpelling, isKept, type ListPlan, type ListQuery, UPDATED_RANGE } from './plan.ts';
import { composeKey, composeStream, composeTotal, type ListStream, openStream } from './stream.ts';

/** A record of a page: its id, the length of its document, its sort value, and a digest of the document. */
type Sized = readonly [id: number, size: number, key: string, digest: string];

interface PageRow {
  total: number;
  data: string;
  rest: readonly [last: Sized, ...others: Sized[]] | null;
  more: boolean;
  last_key: string | null;
  last_id: number | null;
  beside: string | null;
  latest: Mark | null;
}

export interface Page {
  /** JSON texts of the records, separated by commas. */
  readonly rows: string;
  /** The remaining rows of a page too large to be read at once. */
  readonly more: MoreText | undefined;
  /** Null for a page read with a cursor. */
  readonly page: number | null;
  readonly limit: number;
  /** Number of records in the list, up to the counting limit. */
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly hasMore: boolean;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** JSON text that the plan reads in the same statement. */
  readonly beside: string | null;
  /** Cursor of the changes since the first page was read; undefined for other pages. */
  readonly changesAfter: string | undefined;
}

/** The rest of a long text, such as the rows of a page after its first ones. */
export interface MoreText {
  /** Length of the whole text. */
  readonly bytes: number;
  /** Differs whenever the rest does. */
  readonly mark: string;
  /** Reads the rest in parts, in order, each record in its current state. */
  parts(): AsyncGenerator<string>;
}

/** Bytes of documents after which a part of a page ends. */
const PART_BYTES = 256 * 1024;

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

  /**
   * Reads a page. A page requested by number has all its records; one requested by cursor ends early if they are large.
   * Throws ForeignCursor for a cursor of another list, and ReversedRange for a range that ends before it begins.
   */
  async read(tenant: TenantStore, plan: ListPlan, asked: ListQuery): Promise<Page> {
    const { query, list, position } = this.#ask(tenant, plan, asked);
    const { text, values, isPlannedOnce } = compose(plan, query, position);
    // With free text, PostgreSQL's plan has to depend on the words.
    const sql = isText(plan, query) ? statement(undefined, text) : this.#name(plan, text, isPlannedOnce);
    const [row] = await tenant.read<PageRow>(sql, values);
    if (!row) throw new Error('A list statement gives one row.');
    const { scope } = tenant;
    const isFirst = position === undefined && query.page === 1;
    const { total, rest } = row;
    const isCut = query.cursor !== undefined && rest !== null && rest.length > 1;
    const [id, , key] = isCut ? rest[0] : [row.last_id, 0, row.last_key];
    const more = row.more || isCut;
    const isFollowed = more && key !== null && id !== null;
    return {
      rows: row.data,
      more: position ? undefined : this.#moreOf(tenant, plan, query, row),
      page: query.cursor === undefined ? query.page : null,
      limit: query.limit,
      ...(isKept(plan, query) ? { total, totalIsExact: true } : countedTotal(total)),
      hasMore: more,
      nextCursor: isFollowed ? this.#cursors.encode([key, id, total], list) : null,
      beside: row.beside,
      changesAfter: isFirst ? this.#changes.encode(scope.companyId, endOf(row.latest), viewOf(scope)) : undefined,
    };
  }

  /**
   * Starts to read all records of a list, or those after its cursor. Throws like `read`. `require` runs after the query
   * is checked and before the first statement.
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
    const filters = Object.keys(query)
      .filter((name) => !NOT_FILTERS.has(name))
      .sort()
      .map((name) => [name, query[name]]);
    const [, , collation = []] = plan.sorts[query.sort] ?? [];
    const { companyId } = tenant.scope;
    const list = JSON.stringify([companyId, plan.table, query.sort, query.order, filters].concat(collation));
    if (query.cursor === undefined) return { query, list };
    const position = this.#cursors.decode<[string, number, number]>(query.cursor, list);
    if (!position) {
      throw new ForeignCursor('cursor', 'is not a cursor for this list with these filters, sort and order');
    }
    const [key, id, total] = position;
    return { query, list, position: { key, id, total } };
  }

  /** A statement that is prepared once per connection, under a name derived from its text so that it is unique. */
  #name(plan: ListPlan, text: string, isPlannedOnce = false): Statement {
    let sql = this.#named.get(text);
    if (!sql) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      sql = statement(`list.${plan.table}.${digest}`, text, { isPlannedOnce });
      this.#named.set(text, sql);
    }
    return sql;
  }

  #moreOf(tenant: TenantStore, plan: ListPlan, query: ListQuery, { data, rest }: PageRow): MoreText | undefined {
    const [, ...records] = rest ?? [];
    if (records.length === 0) return undefined;
    const sql = this.#name(plan, composeDocuments(plan, query));
    return {
      bytes: data.length + records.reduce((sum, [, size]) => sum + size, 0),
      mark: JSON.stringify(records),
      async *parts() {
        let ids: number[] = [];
        let bytes = 0;
        for (const [i, [id, size]] of records.entries()) {
          ids.push(id);
          bytes += size;
          if (bytes < PART_BYTES && i < records.length - 1) continue;
          const [part] = await tenant.read<{ data: string }>(sql, [ids]);
          if (part?.data) yield part.data;
          [ids, bytes] = [[], 0];
        }
      },
    };
  }
}
