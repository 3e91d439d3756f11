import { type Draw, drawing } from '../draw.ts';
import type { Answer } from '../http/send.ts';
import type { Caller } from '../run/caller.ts';
import type { CaseContext } from '../run/case-context.ts';
import type { Fields, Answer as Predicted } from '../specification/answer.ts';
import { ledgerOf } from '../specification/ledger.ts';
import { type Merchant, type Row, rowsOf, TABLES, type Table } from '../specification/state.ts';
import { LINES } from '../specification/streams.ts';
import { creatorOf, readerOf } from './operations.ts';
import { ABSENT } from './requests/body.ts';
import { pick, type Scene } from './requests/factor.ts';
import { type Drafted, drafted, factorsOf, selectionOf } from './requests/request.ts';
import { saleDays } from './sale-days.ts';
import { type Sending, type Sent, type World, worldOf } from './world.ts';

const DRAFTS = 5;

/** Sends requests about the records that it created, or that only the back office writes. */
export class Walker {
  readonly draw: Draw;
  readonly #t: CaseContext;
  readonly #caller: Caller;
  readonly #world: World;
  #foreign: Walker | undefined;
  #log: Sent[] | undefined;
  /** Cursor of the last page of changes. */
  #cursor: string | undefined;
  #earlier: ReadonlySet<number> = new Set();
  /** What `records` returns, by the table as it was then. */
  #known = new WeakMap<object, readonly Row[]>();

  private constructor(t: CaseContext, caller: Caller, draw: Draw) {
    this.#t = t;
    this.#caller = caller;
    this.#world = worldOf(t.session);
    this.draw = draw;
  }

  static async open(t: CaseContext, seed = t.seed): Promise<Walker> {
    const walker = new Walker(t, t.as(), drawing(seed));
    await walker.#world.join(t, walker.#caller);
    walker.#foreign = new Walker(t, t.as('main', 'other'), drawing(seed));
    await walker.#world.join(t, walker.#foreign.#caller);
    return walker;
  }

  get merchant(): Merchant {
    return this.#world.merchant(this.#caller.merchant.companyId);
  }

  async send(sending: Sending): Promise<Answer> {
    const answer = await this.sendFor(this.#t, sending);
    this.#log?.push({ sending, answer });
    return answer;
  }

  /** Reads without a write in between. */
  readAll(urls: readonly string[]): Promise<readonly Answer[]> {
    return this.sendQuiet(urls.map((url) => ({ method: 'GET', url })));
  }

  /** True if the specification says that a request changes nothing: a read, a dry run, or one that is rejected. */
  isQuiet(sending: Sending, predicted?: Predicted): boolean {
    if (sending.method === 'GET') return true;
    const { status, headers } = predicted ?? this.predict(sending);
    return status >= 400 || headers['tillgate-dry-run'] !== undefined;
  }

  /** Sends requests that change nothing, in any order. */
  sendQuiet(sendings: readonly Sending[]): Promise<readonly Answer[]> {
    return this.#world.sendQuiet(this.#t, this.#caller, sendings);
  }

  stream(url: string): Promise<Answer> {
    return this.send({ method: 'GET', url, headers: { Accept: LINES } });
  }

  /** Sends requests at once. Some order of them has to explain all responses; `rules` say so. */
  sendTogether(sendings: readonly Sending[], rules: readonly string[]): Promise<readonly Answer[]> {
    return this.#world.sendTogether(this.#t, this.#caller, sendings, rules[0] ?? 'stateful.model');
  }

  /** Sends a request whose divergences belong to another context. */
  sendFor(t: CaseContext, sending: Sending): Promise<Answer> {
    return this.#world.send(t, this.#caller, sending);
  }

  /** Reads tables again, as they are now. */
  refresh(tables: ReadonlySet<Table>): Promise<void> {
    return this.#world.refresh(this.#t, this.#caller, tables);
  }

  /** Lists the requests from now on, which are about no record that was created before. */
  record(): readonly Sent[] {
    this.#earlier = new Set(TABLES.flatMap((table) => this.#world.createdIn(this.#caller, table)));
    this.#known = new WeakMap();
    this.#log = [];
    return this.#log;
  }

  predict(sending: Sending): Predicted {
    return this.#world.predict(this.#caller, sending);
  }

  name(): string {
    return this.#t.name('x');
  }

  /** A row of the stock ledger, which is read first. */
  async movement(): Promise<Fields | undefined> {
    await this.#world.readLedger(this.#t, this.#caller);
    const row = pick(ledgerOf(this.merchant), this.draw)?.movement;
    return row && { ...row };
  }

  /** Records that requests may name and change. */
  records(table: Table): readonly Row[] {
    if (!creatorOf(table)) return rowsOf(this.merchant, table);
    const rows = this.merchant.tables[table];
    const known = this.#known.get(rows);
    if (known) return known;
    const created = this.#world.createdIn(this.#caller, table);
    const records = created.filter((id) => !this.#earlier.has(id)).flatMap((id) => rows.get(id) ?? []);
    this.#known.set(rows, records);
    return records;
  }

  scene(table: Table | undefined, stored?: Fields): Scene {
    const foreign = (of: Table): number[] => this.#foreign?.records(of).map(({ id }) => id) ?? [];
    return {
      draw: this.draw,
      name: () => this.name(),
      records: (of) => this.records(of),
      neighbours: table ? this.records(table) : [],
      movements: () => ledgerOf(this.merchant).map(({ movement }) => movement),
      saleDays: () => saleDays(this.merchant),
      cursors: () => [...this.merchant.followed.keys()],
      foreign,
      strangers: table ? foreign(table) : [],
      isUsed: (text) =>
        table !== undefined && rowsOf(this.merchant, table).some((row) => Object.values(row).includes(text)),
      stored,
      today: dayAfter(this.#t.session.clock.now()),
      latest: dayAfter(this.#t.session.clock.now(), 14),
    };
  }

  /** Reads what has changed since the last time, or begins to follow the merchant's changes. */
  async follow(): Promise<void> {
    const isKnown = this.#cursor !== undefined && this.merchant.followed.has(this.#cursor);
    const query = pick(PAGES, this.draw) ?? '';
    const { body } = await this.send({
      method: 'GET',
      url: `/changes${isKnown ? `?after=${this.#cursor}${query}` : ''}`,
    });
    const { nextCursor } = (body ?? {}) as { nextCursor?: unknown };
    this.#cursor = typeof nextCursor === 'string' ? nextCursor : undefined;
  }

  foreignId(table: Table): number | undefined {
    return pick(this.#foreign?.records(table) ?? [], this.draw)?.id;
  }

  /** Reads a record whole. */
  async read(table: Table, id: number, headers: Sending['headers'] = {}): Promise<Answer | undefined> {
    const reader = readerOf(table);
    if (!reader) return undefined;
    const { url } = drafted(reader, selectionOf(factorsOf(reader), []), this.scene(table), id);
    return this.send({ method: 'GET', url, headers });
  }

  /** A request that creates a record of the first options and these fields. */
  draft(table: Table, fields: Fields = {}): Drafted {
    const creator = creatorOf(table);
    if (!creator) throw new Error(`No operation creates ${table}.`);
    const { url, body } = drafted(creator, selectionOf(factorsOf(creator), []), this.scene(table), undefined);
    return { url, body: { ...body, ...fields } };
  }

  /** Creates a record. Undefined if no operation does, or if it is rejected. */
  async create(table: Table, fields: Fields = {}): Promise<number | undefined> {
    if (!creatorOf(table)) return undefined;
    const answer = await this.send(this.accepted(table, fields));
    return answer.status === 201 ? Number((answer.body as Fields).id) : undefined;
  }

  /** Creates a record with as many optional properties as it can have, so that a change shows which it loses. */
  async createFull(table: Table): Promise<number | undefined> {
    const creator = creatorOf(table);
    if (!creator) return undefined;
    const factors = factorsOf(creator);
    const row = factors.map(() => 0);
    const full = (): Sending => ({
      method: 'POST',
      ...drafted(creator, selectionOf(factors, row), this.scene(table), undefined),
    });
    for (const [i, { part, name, options }] of factors.entries()) {
      // A line of an item with variants names one of them.
      const isOptional = options[0] === ABSENT || name.endsWith('/itemId');
      if ((part !== 'body' && part !== 'entry') || name === 'status' || !isOptional) continue;
      row[i] = Math.min(1, options.length - 1);
      if (this.predict(this.#likely(full)).status >= 400) row[i] = 0;
    }
    const { status, body } = await this.send(this.#likely(full));
    return status === 201 ? Number((body as Fields).id) : this.create(table);
  }

  /** A draft that the specification accepts, if one of some is: both stores of a transfer may be drawn the same. */
  accepted(table: Table, fields: Fields = {}): Sending {
    return this.#likely(() => ({ method: 'POST', ...this.draft(table, fields) }));
  }

  #likely(draft: () => Sending): Sending {
    let sending = draft();
    for (let left = DRAFTS; left > 0 && this.predict(sending).status >= 400; left -= 1) sending = draft();
    return sending;
  }

  /** Creates what references need: some records of each kind, one of them inactive, and one of another merchant. */
  async ensure(tables: Iterable<Table>): Promise<void> {
    for (const table of tables) {
      for (const fields of this.#wanted(table).slice(this.records(table).length)) await this.create(table, fields);
      if (this.#foreign && this.#foreign.records(table).length === 0) await this.#foreign.create(table);
    }
  }

  #wanted(table: Table): Fields[] {
    if (table === 'items') return [{}, ...this.#items(), { status: 0 }];
    return creatorOf(table)?.body ? [{}, {}, ...(INACTIVE.has(table) ? [{ status: 0 }] : [])] : [];
  }

  /** Items of each type, of one brand and category, so that a second filter tells them apart. */
  #items(): Fields[] {
    const named = (): Fields => ({ name: this.name() });
    const itemId = this.records('items')[0]?.id;
    const alike = {
      brandId: this.records('brands')[0]?.id ?? null,
      groupId: this.records('categories')[0]?.id ?? null,
    };
    return [
      { ...alike, trackStock: true },
      { ...alike, type: 1, trackStock: true, variants: [named(), named()] },
      ...(itemId === undefined
        ? []
        : [{ ...alike, type: 2, trackStock: false, components: [{ itemId, quantity: '2' }] }]),
    ];
  }
}

const dayAfter = (now: number, hours = 0): string => new Date(now + hours * 3_600_000).toISOString().slice(0, 10);

/** False for a rejection, and for a list without rows, which any wrong filter would leave as it is. */
export function showsSomething({ status, body }: Predicted): boolean {
  const { data } = (body ?? {}) as { data?: unknown };
  return status < 400 && !(Array.isArray(data) && data.length === 0);
}

/** Ways to read a page of changes. */
const PAGES = ['', '&include=record', '&limit=1', '&limit=3&include=record'];

/** Tables of which a new record can be inactive. */
const INACTIVE: ReadonlySet<Table> = new Set(['brands', 'categories', 'items', 'menus', 'modifiers']);
