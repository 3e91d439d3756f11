import { CONTRACT } from '../../contract/specification-contract.ts';
import type { CaseContext } from '../../run/case-context.ts';
import type { Answer, Detail, Fields } from '../../specification/answer.ts';
import { type Operation, resolved } from '../../specification/contract.ts';
import { TABLES, type Table } from '../../specification/state.ts';
import { creatorOf, SPECIFIED } from '../operations.ts';
import { ABSENT } from '../requests/body.ts';
import { shuffled } from '../requests/covering.ts';
import { type Factor, type Option, UNKNOWN_ID } from '../requests/factor.ts';
import { entriesOf } from '../requests/references.ts';
import { drafted, factorsOf, keyOf, selectionOf } from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import { Walker } from '../walker.ts';
import type { Sending } from '../world.ts';
import { Quiet } from './quiet.ts';

/** A walk over the parameters and properties of a write: each by each of its values, in requests that are otherwise plain. */

export const WRITES = SPECIFIED.filter(({ body, path }) => body && tableAt(path));

/**
 * Each property has all of its options, and as many wrong values and a fifth as many awkward texts as `most` says. So many
 * times eight are rejected for two properties.
 */
export async function walkValues(t: CaseContext, operation: Operation, most: number): Promise<void> {
  const table = tableAt(operation.path);
  if (!table) return;
  const walker = await Walker.open(t);
  await walker.ensure(TABLES.filter((one) => creatorOf(one)));
  const walk = new Values(walker, operation, table);
  for (const factor of factorsOf(operation)) {
    const { part, options, wrong = [], edges = [] } = factor;
    if (part !== 'query' && part !== 'body' && part !== 'entry') continue;
    await walk.begin(factor);
    for (const way of options) await walk.send(factor, way);
    for (const way of shuffled(wrong, walker.draw).slice(0, most)) await walk.send(factor, way);
    for (const way of shuffled(edges, walker.draw).slice(0, Math.ceil(most / 5))) await walk.send(factor, way);
  }
  await walk.sendTogether(8 * most);
  await walk.sendShapes();
}

type Chosen = readonly [Factor, Option];

/** Drafts of a request before it counts as rejected. */
const TRIES = 5;

/** Errors name at most twenty places. */
const MANY = 25;

interface ErrorBody {
  readonly code?: string;
  readonly details?: readonly Detail[];
}

const errorIn = ({ body }: Answer): ErrorBody => (body ?? {}) as ErrorBody;

class Values {
  readonly #walker: Walker;
  readonly #operation: Operation;
  readonly #table: Table;
  readonly #factors: readonly Factor[];
  /** A rejected option of each property that has one. */
  readonly #rejected = new Map<Factor, Option>();
  /** A request for each reason to reject a list's entry. */
  readonly #wrongEntries = new Map<string, { readonly list: string; readonly sending: Sending }>();
  readonly #quiet: Quiet;
  #stored: Fields | undefined;
  /** What the factor in turn is always rejected without, such as a combo's type. */
  #context: readonly Chosen[] = [];
  /** True once an accepted request has changed the record. */
  #isChanged = false;
  #turn = 0;

  constructor(walker: Walker, operation: Operation, table: Table) {
    this.#walker = walker;
    this.#operation = operation;
    this.#table = table;
    this.#factors = factorsOf(operation);
    this.#quiet = new Quiet(walker);
  }

  /** Takes a new record, in turn with as many properties as it can have, if the operation is about one. */
  async begin(factor: Factor): Promise<void> {
    await this.#quiet.flush();
    this.#turn += 1;
    this.#isChanged = false;
    const isFull = this.#turn % 2 === 1;
    if (this.#isAboutOne)
      await this.#read(await (isFull ? this.#walker.createFull(this.#table) : this.#walker.create(this.#table)));
    await this.#makeFit(factor);
  }

  get #isAboutOne(): boolean {
    return this.#operation.path.includes('{id}');
  }

  /** If a plain request with the factor is rejected, takes a record that has the list, or adds what the factor needs. */
  async #makeFit(factor: Factor): Promise<void> {
    this.#context = [];
    const [list = ''] = factor.name.split('/');
    const one = this.#oneOf(list);
    const sent = factor.options.find(({ label }) => label !== ABSENT.label);
    const chosen = one ?? (sent && ([factor, sent] as const));
    if (!chosen) return;
    // Some of its values may be rejected by chance.
    const tries = Array.from({ length: TRIES }, () => this.#sending([chosen]));
    const [rejected] = tries;
    if (!rejected || !tries.every((one) => this.#isRejected(one))) return;
    const having = this.#walker.records(this.#table).findLast((row) => entriesOf(row, list).length > 0);
    if (this.#isAboutOne && having) return this.#read(having.id);
    const others = this.#factors.filter(({ part, name }) => part === 'body' || (part === 'query' && name !== 'dryRun'));
    const ways = others.flatMap((other) => other.options.map((way) => [other, way] as const));
    const needed = ways.find((way) => !this.#isRejected(this.#sending([way, chosen])));
    if (!needed) return;
    this.#quiet.add(rejected);
    this.#context = [needed];
  }

  /** A list of one entry. */
  #oneOf(list: string): Chosen | undefined {
    const factor = this.#factors.find(({ part, name }) => part === 'body' && name === list);
    const way = factor?.options.find(({ label }) => label === 'one');
    return factor && way && [factor, way];
  }

  #isRejected(sending: Sending): boolean {
    return this.#walker.predict(sending).status >= 400;
  }

  async #read(id: unknown): Promise<void> {
    const answer = await this.#walker.read(this.#table, Number(id));
    if (answer?.status === 200) this.#stored = answer.body as Fields;
  }

  /** One value, a property of an entry being sent in a list of one. What was changed is read. */
  async send(factor: Factor, way: Option): Promise<void> {
    let sending = this.#sending([[factor, way]]);
    let predicted = this.#walker.predict(sending);
    if (this.#isChanged && errorIn(predicted).code === 'partner.state_conflict') {
      await this.begin(factor);
      sending = this.#sending([[factor, way]]);
      predicted = this.#walker.predict(sending);
    }
    this.#turn += 1;
    if (this.#walker.isQuiet(sending, predicted)) {
      if (factor.options.includes(way)) this.#noteRejected(factor, way, sending, predicted);
      this.#quiet.add(sending, ...(this.#turn % 4 === 0 ? this.#withOtherErrors(sending) : []));
      return;
    }
    await this.#quiet.flush();
    const answer = await this.#walker.send(sending);
    if (answer.status >= 400 || !this.#stored) return;
    this.#isChanged = true;
    await this.#read(this.#stored.id);
  }

  #noteRejected(factor: Factor, way: Option, sending: Sending, predicted: Answer): void {
    this.#rejected.set(factor, way);
    if (factor.part !== 'entry') return;
    const [list = ''] = factor.name.split('/');
    const { code, details = [] } = errorIn(predicted);
    this.#wrongEntries.set([list, code, ...details.map(({ rule }) => rule)].join(' '), { list, sending });
  }

  /** Which of several errors comes first. */
  #withOtherErrors({ method, url, body }: Sending): Sending[] {
    const unknown = { method, url, body: { ...(body as Fields), 'no-such': 1 } };
    if (!this.#stored) return [unknown];
    const ofNone = { method, url: url.replace(/\/\d+/, `/${UNKNOWN_ID}`), body };
    return [unknown, ofNone, { method, url, body, headers: { 'If-Match': '"0"' } }];
  }

  /** Rejected options of some two properties in one request, of which the service names the first error. */
  async sendTogether(most: number): Promise<void> {
    await this.#quiet.flush();
    this.#context = [];
    const rejected = [...this.#rejected];
    const pairs = rejected.flatMap((one, i) => rejected.slice(i + 1).map((other) => [one, other] as const));
    const some = shuffled(pairs, this.#walker.draw).slice(0, most);
    const together = some.map((pair) => this.#sending(pair));
    const many = rejected.filter(([{ part }]) => part === 'entry').map((one) => this.#withEntries(MANY, one));
    // Which of many errors of shape are named is not specified.
    const ordered = many.filter((sending) => this.#walker.predict(sending).status > 400);
    const quiet = [...together, ...this.#withTwoEntries()].filter((sending) => this.#walker.isQuiet(sending));
    await this.#walker.sendQuiet([...quiet, ...ordered]);
  }

  /** Two entries of a list, rejected for different reasons, in both orders. */
  #withTwoEntries(): Sending[] {
    const wrong = [...this.#wrongEntries.values()];
    return wrong.flatMap(({ list, sending }) => {
      const body = sending.body as Fields;
      const others = wrong.filter((other) => other.sending !== sending && other.list === list);
      const entries = others.map((other) => entriesOf(other.sending.body as Fields, list));
      return entries.map((more) => ({ ...sending, body: { ...body, [list]: [...entriesOf(body, list), ...more] } }));
    });
  }

  /** More wrong entries than an error names. */
  #withEntries(length: number, [factor, way]: Chosen): Sending {
    const sending = this.#sending([[factor, way]]);
    const body = sending.body as Fields;
    const [list = ''] = factor.name.split('/');
    const [entry] = [body[list]].flat();
    return { ...sending, body: { ...body, [list]: Array.from({ length }, () => entry) } };
  }

  /** A request that is plain but for these options. */
  #sending(options: readonly Chosen[]): Sending {
    const row = new Map(selectionOf(this.#factors, []));
    for (const [factor, way] of [...this.#context, ...options]) {
      const [list = ''] = factor.name.split('/');
      if (factor.part === 'entry') row.set(list, this.#oneOf(list)?.[1] ?? way);
      row.set(keyOf(factor), way);
    }
    const scene = this.#walker.scene(this.#table, this.#stored);
    return { method: this.#operation.method, ...drafted(this.#operation, row, scene, this.#stored?.id) };
  }

  /** Bodies that are no object, and the longest lists. */
  async sendShapes(): Promise<void> {
    const row = selectionOf(this.#factors, []);
    const { url, body = {} } = drafted(this.#operation, row, this.#walker.scene(this.#table), this.#stored?.id);
    const { method } = this.#operation;
    for (const shape of [[], [body], null, { ...body, 'no-such': 1 }, ...this.#longestLists(body)])
      this.#quiet.add({ method, url: `${url}${url.includes('?') ? '&' : '?'}dryRun=true`, body: shape });
    await this.#quiet.flush();
  }

  #longestLists(body: Fields): Fields[] {
    const { properties = {} } = resolved(this.#operation.body ?? {}, CONTRACT.schemas);
    return Object.entries(body).flatMap(([name, value]) => {
      const { maxItems } = resolved(properties[name] ?? {}, CONTRACT.schemas);
      if (!Array.isArray(value) || maxItems === undefined) return [];
      return [{ ...body, [name]: Array.from({ length: maxItems }, () => value[0]) }];
    });
  }
}
