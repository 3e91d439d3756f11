import type { CaseContext } from '../../run/case-context.ts';
import type { Answer, Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { TABLES, type Table } from '../../specification/state.ts';
import { creatorOf } from '../operations.ts';
import { Covering, shuffled } from '../requests/covering.ts';
import { type Factor, type Option, pick, UNKNOWN_ID } from '../requests/factor.ts';
import { tableNamed } from '../requests/references.ts';
import {
  type Condition,
  type Cursor,
  drafted,
  factorsOf,
  type Key,
  type Selection,
  selectionOf,
} from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import { showsSomething, Walker } from '../walker.ts';
import type { Sending } from '../world.ts';
import { asStream, perform, STREAMED } from './perform.ts';
import { Quiet } from './quiet.ts';
import { Rereads } from './rereads.ts';

/** Every pair of an operation's options: those that are accepted together, the others alone and in a few pairs. */
export async function sendPairs(t: CaseContext, operation: Operation, most: number): Promise<void> {
  const pairs = new Pairs(await Walker.open(t), operation);
  await pairs.prepare();
  // Reads are quick, and lists have the most pairs.
  await pairs.accepted(operation.method === 'GET' ? 2 * most : most);
  await pairs.rejected(Math.ceil(most / 2));
  await pairs.malformed(Math.ceil(most / 2));
}

/** A record that a request is about. */
interface Subject {
  readonly id: number | undefined;
  readonly stored: Fields | undefined;
}

/** Requests that are tried on the specification before one is sent. */
const TRIES = 16;

class Pairs {
  readonly #walker: Walker;
  readonly #operation: Operation;
  readonly #factors: readonly Factor[];
  readonly #table: Table | undefined;
  readonly #rereads: Rereads;
  readonly #quiet: Quiet;
  /** By factor: the numbers of the options that some request can have. */
  #valid: number[][] = [];

  constructor(walker: Walker, operation: Operation) {
    this.#walker = walker;
    this.#operation = operation;
    this.#factors = factorsOf(operation);
    this.#table = tableAt(operation.path);
    this.#rereads = new Rereads(walker);
    this.#quiet = new Quiet(walker);
  }

  /** Creates what requests refer to, and sorts options by whether the specification accepts them. */
  async prepare(): Promise<void> {
    const named = this.#factors.flatMap(({ name }) => tableNamed(name.split('/').at(-1) ?? '') ?? []);
    const wanted = new Set([...named, ...(this.#table ? [this.#table] : [])]);
    await this.#walker.ensure(TABLES.filter((table) => wanted.has(table)));
    if (this.#operation.path === '/changes') await this.#writeLog();
    const subject = await this.#subject('new');
    this.#valid = this.#factors.map(({ options }, factor) =>
      [...options.keys()].filter((way) => way === 0 || this.#isPossible(factor, way, subject)),
    );
  }

  /** Writes of each kind after a cursor, so that pages of changes have something to list. */
  async #writeLog(): Promise<void> {
    const tables = TABLES.filter((table) => creatorOf(table));
    await this.#walker.follow();
    await this.#walker.ensure(tables);
    for (const table of tables) await this.#walker.create(table);
  }

  /** Pairs of options that are valid by themselves. */
  async accepted(most: number): Promise<void> {
    const covering = new Covering(
      this.#valid.map((ways) => ways.length),
      this.#walker.draw,
    );
    for (let sent = 0; sent < most; sent += 1) {
      const pair = covering.next();
      if (!pair) return;
      const fixed = new Set(pair.map((option) => covering.factorOf(option)));
      const { row, subject } = await this.#fitting(() => covering.row(pair), fixed);
      covering.cover(row);
      await this.#send(this.#toRow(row), subject);
    }
  }

  /** Choices that no request can have: alone, and with the next one. */
  async rejected(most: number): Promise<void> {
    const wrong = this.#factors.flatMap(({ options }, factor) =>
      [...options.keys()].filter((way) => !this.#valid[factor]?.includes(way)).map((way) => [factor, way] as const),
    );
    for (const [i, one] of shuffled(wrong, this.#walker.draw).slice(0, most).entries()) {
      const next = wrong[(i + 1 + this.#walker.draw(5)) % wrong.length];
      await this.#send(this.#withBase(new Map([one])), await this.#subject('new'));
      if (next && next[0] !== one[0])
        await this.#send(this.#withBase(new Map([one, next])), await this.#subject('used'));
    }
  }

  /** Values that the contract's schemas reject: one alone in each place, then several at once. */
  async malformed(most: number): Promise<void> {
    const left = this.#factors.map(({ wrong = [] }) => [...wrong]);
    const places = [...left.keys()].filter((factor) => left[factor]?.length);
    const subject = await this.#subject('used');
    const base = this.#toRow(this.#factors.map(() => 0));
    for (const factor of shuffled(places, this.#walker.draw).slice(0, most))
      await this.#send(
        this.#withWrong(base, [factor], (ways) => pick(ways, this.#walker.draw), left),
        subject,
      );
    for (let sent = 0; sent < most && left.some((ways) => ways.length > 0); sent += 1) {
      const open = places.filter((factor) => left[factor]?.length);
      const some = Array.from({ length: AT_ONCE }, () => pick(open, this.#walker.draw) ?? 0);
      await this.#send(
        this.#withWrong(base, [...new Set(some)], (ways) => ways.pop(), left),
        subject,
      );
    }
    await this.#quiet.flush();
  }

  #withWrong(
    base: Selection,
    factors: readonly number[],
    take: (ways: Option[]) => Option | undefined,
    left: Option[][],
  ): Selection {
    const row = new Map(base);
    for (const factor of factors) {
      const { part, name } = this.#factors[factor] ?? {};
      const way = take(left[factor] ?? []);
      if (!way || name === undefined) continue;
      row.set(part === 'query' ? `?${name}` : name, way);
      // An entry is sent only in a list of one.
      if (part === 'entry') this.#sendOne(row, name.split('/')[0] ?? '');
    }
    return row;
  }

  #sendOne(row: Map<string, Option>, list: string): void {
    const way = this.#factors.find(({ part, name }) => part === 'body' && name === list)?.options.find(isOne);
    if (way) row.set(list, way);
  }

  /** True if the specification accepts a request with the option. */
  #isPossible(factor: number, way: number, subject: Subject): boolean {
    if (this.#factors[factor]?.part === 'condition' || this.#factors[factor]?.part === 'record') return true;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const row = this.#factors.map(({ options }, other) => {
        if (other === factor) return way;
        return attempt === 0 || this.#walker.draw(3) > 0 ? 0 : this.#walker.draw(options.length);
      });
      if (this.#isAccepted(row, subject)) return true;
    }
    return false;
  }

  /** A row that the specification accepts: the less likely that is, the more of its options are the first ones. */
  async #fitting(propose: () => number[], fixed: ReadonlySet<number>): Promise<{ row: number[]; subject: Subject }> {
    const record = this.#factors.findIndex(({ part }) => part === 'record');
    const toOptions = (row: readonly number[]): number[] => row.map((at, factor) => this.#valid[factor]?.[at] ?? 0);
    const first = propose();
    const subject = await this.#subject(this.#factors[record]?.options[toOptions(first)[record] ?? 0]?.label ?? 'new');
    let [row, draft] = [first, first];
    for (let attempt = 0; attempt <= TRIES; attempt += 1) {
      if (attempt % 4 === 3) draft = propose();
      row = draft.map((at, factor) => {
        if (fixed.has(factor)) return at;
        if (factor === record) return first[factor] ?? 0;
        return this.#walker.draw(TRIES) < attempt ? 0 : at;
      });
      if (showsSomething(this.#predicted(toOptions(row), subject))) break;
    }
    return { row, subject };
  }

  #toRow(positions: readonly number[]): Selection {
    return selectionOf(
      this.#factors,
      positions.map((at, factor) => this.#valid[factor]?.[at] ?? 0),
    );
  }

  #withBase(ways: ReadonlyMap<number, number>): Selection {
    return selectionOf(
      this.#factors,
      this.#factors.map((_, factor) => ways.get(factor) ?? 0),
    );
  }

  #isAccepted(options: readonly number[], subject: Subject): boolean {
    return this.#predicted(options, subject).status < 400;
  }

  #predicted(options: readonly number[], { id, stored }: Subject): Answer {
    const row = selectionOf(this.#factors, options);
    const { url, body } = drafted(this.#operation, row, this.#walker.scene(this.#table, stored), id);
    return this.#walker.predict({ method: this.#operation.method, url, body });
  }

  /** The record that a request is about, or one like those that a list has. */
  async #subject(which: string): Promise<Subject> {
    const table = this.#table;
    if (!table) return { id: undefined, stored: await this.#walker.movement() };
    const isOfOne = this.#operation.path.includes('{id}');
    if (isOfOne && which === 'unknown') return { id: UNKNOWN_ID, stored: undefined };
    if (isOfOne && which === 'of another merchant')
      return { id: this.#walker.foreignId(table) ?? UNKNOWN_ID, stored: undefined };
    const isNew = isOfOne && which === 'new' && this.#operation.method !== 'GET';
    const created = isNew ? await this.#create(table) : undefined;
    const records = this.#walker.records(table);
    const id = created ?? (which === 'latest' ? records.at(-1)?.id : pick(records, this.#walker.draw)?.id);
    if (!isOfOne)
      return {
        id: undefined,
        stored: this.#operation.method === 'GET' ? records.find((one) => one.id === id) : undefined,
      };
    const answer = id === undefined ? undefined : await this.#walker.read(table, id);
    return { id: id ?? UNKNOWN_ID, stored: answer?.body as Fields | undefined };
  }

  /** A record of its required properties alone, or with all of them. */
  #create(table: Table): Promise<number | undefined> {
    return this.#walker.draw(2) === 0 ? this.#walker.create(table) : this.#walker.createFull(table);
  }

  /** True for a read and for what is to be rejected. Pages of changes follow on from each other. */
  #isQuiet(sending: Sending): boolean {
    const { method, path } = this.#operation;
    if (method === 'GET') return path !== '/changes';
    return this.#walker.predict(sending).status >= 400;
  }

  async #send(row: Selection, { id, stored }: Subject): Promise<void> {
    const draft = () => drafted(this.#operation, row, this.#walker.scene(this.#table, stored), id);
    const labelOf = (name: string): string | undefined => row.get(name)?.label;
    const sending = { method: this.#operation.method, ...draft() };
    const isPlain = ['condition', 'key', 'cursor'].every((name) => (labelOf(name) ?? 'none') === 'none');
    if (isPlain && this.#isQuiet(sending)) {
      this.#quiet.add(sending);
      // Only few streams are open at once.
      if (this.#operation.streams && this.#walker.draw(STREAMED) === 0) await this.#walker.send(asStream(sending));
      return;
    }
    await this.#quiet.flush();
    const answer = await perform(this.#walker, this.#operation, sending, id, {
      condition: (labelOf('condition') ?? 'none') as Condition,
      key: (labelOf('key') ?? 'none') as Key,
      cursor: (labelOf('cursor') ?? 'none') as Cursor,
      other: draft,
    });
    if (this.#operation.method !== 'GET' && answer.status < 400)
      await this.#rereads.after(this.#operation, answer, stored, 1 + this.#walker.draw(2));
  }
}

/** Wrong values in one request, of which the response names at most twenty. */
const AT_ONCE = 6;

const isOne = ({ label }: Option): boolean => label === 'one';
