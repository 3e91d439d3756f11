import { isDeepStrictEqual } from 'node:util';
import { decodeJwt } from 'jose';
import { CONTRACT } from '../contract/specification-contract.ts';
import { asReceived } from '../http/request.ts';
import type { Answer } from '../http/send.ts';
import { Caller } from '../run/caller.ts';
import type { CaseContext } from '../run/case-context.ts';
import type { Session } from '../run/session.ts';
import type { Answer as Predicted } from '../specification/answer.ts';
import { memoized } from '../specification/memoized.ts';
import { pathOf } from '../specification/request.ts';
import { createSpecification, type Specification } from '../specification/respond.ts';
import {
  type Merchant,
  newMerchant,
  type Row,
  rowsOf,
  type State,
  TABLES,
  type Table,
  withEntry,
  withMerchant,
  withUnknownLog,
} from '../specification/state.ts';
import { HANDLERS } from '../specification/subjects/index.ts';
import { arbitraryChoices } from './arbitrary.ts';
import type { Difference } from './compare/difference.ts';
import { differences } from './compare/differences.ts';
import { keptBy } from './compare/kept.ts';
import { valueAt } from './compare/requested.ts';
import { isAdmitted, knownOf, type Sender } from './credentials.ts';
import { noteDivergences } from './divergences.ts';
import { EarlierChoices, ObservedChoices } from './observed.ts';
import { Reading } from './reading.ts';
import { type Judge, type Judged, serialOrder } from './serial-order.ts';
import { UNKNOWN_SALES } from './state/back-office.ts';
import { withHistory, withRowsInOrder } from './state/history.ts';
import { breachesBetween, breachesIn } from './state/invariants.ts';
import { readState } from './state/read-state.ts';
import { tableAt, tablesTouchedBy } from './tables.ts';

/** A deployment and the specification side by side: every request goes to both, and the answers are compared. */

export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of a sequence, and its response. */
export interface Sent {
  readonly sending: Sending;
  readonly answer: Answer;
}

type Headers = Readonly<Record<string, string>>;

/** The deployment's clock may differ from the suite's by this many milliseconds. */
const SKEW = 2_000;

/** Waiting for a response takes longer than comparing it. */
const QUIET_AT_ONCE = 8;

const specification: Specification = createSpecification(CONTRACT, HANDLERS);

export class World {
  readonly #session: Session;
  readonly #seen = new EarlierChoices();
  readonly #callers = new Map<string, Caller>();
  readonly #known = new Set<number>();
  readonly #created = new Map<string, readonly number[]>();
  /** Cursors of the feed whose places are no longer known, because the state was taken over from the deployment. */
  readonly #forgotten = new Set<string>();
  #state: State;
  /** The last write, the rule of its response, and the state before it. */
  #written:
    | { readonly url: string; readonly isRejected: boolean; readonly rule: string; readonly before: State }
    | undefined;
  /** The session's number of writes when the state was last in step. */
  #writes = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#state = knownOf(session.target);
  }

  get state(): State {
    return this.#state;
  }

  merchant(companyId: number): Merchant {
    return this.#state.merchants.get(companyId) ?? { ...newMerchant(companyId, 'GBP'), sales: UNKNOWN_SALES };
  }

  /** Lets an app take part, and reads the merchant that it acts for. */
  async join(t: CaseContext, caller: Caller): Promise<void> {
    if (!this.#callers.has(nameOf(caller))) await this.#add(caller);
    if (this.#session.writes !== this.#writes) await this.#readAllStates(t);
    if (!this.#known.has(caller.merchant.companyId)) await this.#readState(t, caller.merchant.companyId);
    this.#writes = this.#session.writes;
  }

  async #add(caller: Caller): Promise<void> {
    const { app, merchant } = caller;
    const { sub } = decodeJwt(await caller.token());
    const { product, env } = app;
    const token = {
      app: { id: String(sub), number: Number(sub), product },
      companyId: merchant.companyId,
      env,
      isAdmitted: isAdmitted(app),
    };
    this.#callers.set(nameOf(caller), caller);
    this.#state = { ...this.#state, tokens: withEntry(this.#state.tokens, nameOf(caller), token) };
  }

  /** Reads tables again, as they are now. */
  async refresh(t: CaseContext, { merchant }: Caller, tables: ReadonlySet<Table>): Promise<void> {
    await this.#readState(t, merchant.companyId, tables);
  }

  /** Ids of the records that requests of this run created, oldest first. */
  createdIn({ merchant }: Caller, table: Table): readonly number[] {
    return this.#created.get(`${merchant.companyId} ${table}`) ?? [];
  }

  /** What the specification says about a request that is not sent. */
  predict(caller: Caller, { method, url, body, headers = {} }: Sending, state = this.#state): Predicted {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const json: Headers = text === undefined ? {} : { 'content-type': 'application/json' };
    const request = { method, url, headers: { ...json, ...asReceived(headers), ...bearer(caller) }, body: text };
    const now = this.#session.clock.now();
    return specification(state, request, { now, choices: arbitraryChoices(now) }).answer;
  }

  /** Sends a request to both, and notes where the answers differ. */
  async send(t: CaseContext, caller: Sender, sending: Sending): Promise<Answer> {
    if (this.#session.writes !== this.#writes) await this.#readAllStates(t);
    await this.#readHistory(t, caller, sending);
    const exchange = await this.#exchanged(caller, sending);
    this.#writes = this.#session.writes;
    await this.#compare(t, exchange);
    return exchange.actual;
  }

  /**
   * Sends requests that change nothing, several at a time: each response is compared on its own. Those after a write that was
   * to be rejected and was not are left out, since they may have seen its effect.
   */
  async sendQuiet(t: CaseContext, caller: Sender, sendings: readonly Sending[]): Promise<readonly Answer[]> {
    if (this.#session.writes !== this.#writes) await this.#readAllStates(t);
    for (const sending of sendings) await this.#readHistory(t, caller, sending);
    // At the documented limits, requests that wait together for the next minute could outlive their token.
    const { isPlenty } = this.#session;
    const size = isPlenty ? QUIET_AT_ONCE : 1;
    const answers: Answer[] = [];
    for (let at = 0; at < sendings.length; at += size) {
      const some = sendings.slice(at, at + size);
      const exchanges = await Promise.all(some.map((sending) => this.#exchanged(caller, sending, isPlenty)));
      this.#writes = this.#session.writes;
      answers.push(...exchanges.map(({ actual }) => actual));
      for (const exchange of exchanges) {
        const isAsPredicted = await this.#compare(t, exchange);
        if (!isAsPredicted && exchange.sending.method !== 'GET') break;
      }
    }
    return answers;
  }

  async #exchanged(caller: Sender, sending: Sending, concurrent = false): Promise<Exchange> {
    const { method, url, body, headers = {} } = sending;
    const from = this.#session.clock.now() - SKEW;
    return { caller, sending, actual: await caller.send(method, url, { body, headers, concurrent }), from };
  }

  /** False if the response differs from the predicted one. */
  async #compare(t: CaseContext, exchange: Exchange): Promise<boolean> {
    const { caller, sending, actual } = exchange;
    if (this.#isAfterForgotten(exchange)) return true;
    const before = this.#state;
    const { found, next, rule, kept } = this.#judge(exchange, before, this.#seen);
    const { method, url } = sending;
    // Nothing else than the feed shows the log, and later requests continue from the cursor of a page that differs.
    if (found.length === 0 || isFeed(url)) this.#state = next;
    if (found.length === 0) this.#session.observeKept([...kept(), ...this.#keptByWrite(sending)]);
    else await this.#diverged(t, caller, sending, actual, this.#withNeighbours(caller, sending, found));
    if (method !== 'GET') this.#written = { url, isRejected: actual.status >= 400, rule, before };
    this.#noteCreated(caller, sending, actual);
    return found.length === 0;
  }

  /** Nothing can be predicted after a forgotten cursor, nor after those of the pages that follow. */
  #isAfterForgotten({ sending: { url }, actual }: Exchange): boolean {
    const after = isFeed(url) && new URLSearchParams(url.split('?')[1]).get('after');
    if (!after || !this.#forgotten.has(after)) return false;
    this.#forgotten.add(String((actual.body as { nextCursor?: unknown } | undefined)?.nextCursor));
    return true;
  }

  /** What follows a write shows its effect: none if it was rejected, else on stock and on other records. */
  #withWrite({ method, url }: Sending, found: readonly Difference[]): readonly Difference[] {
    const table = tableAt(url);
    if (!this.#written || table === undefined || method !== 'GET') return found;
    const { url: written, isRejected, rule } = this.#written;
    const isOwn = table === tableAt(written);
    if (isRejected !== isOwn || !tablesTouchedBy(written)?.has(table)) return found;
    // The rules of any record say less than the one that is broken.
    if (!isRejected && rule.startsWith('records.')) return found;
    const isOfRecord = /\/\d+$/.test(pathOf(url)) && pathOf(url) === pathOf(written);
    const shows = ({ at, rule: own }: Difference) =>
      at.startsWith('/') && at !== '/details' && (!isRejected || isOfRecord || own === 'tenancy.lists');
    // A rule of the written resource says more about the property.
    const isTold = ({ rule: own }: Difference) => !isRejected && resourceIn(own) === resourceIn(rule);
    const named = isRejected ? 'http.nothing_written' : rule;
    return found.map((one) => (shows(one) && !isTold(one) ? { ...one, rule: named } : one));
  }

  /** What a document was to leave as it was has a rule of its own. */
  #withNeighbours(caller: Sender, sending: Sending, found: readonly Difference[]): readonly Difference[] {
    const named = this.#withWrite(sending, found);
    if (named === found || !this.#written || !(caller instanceof Caller)) return named;
    const { body } = this.predict(caller, sending, this.#written.before);
    const { rule } = this.#written;
    const isOld = ({ at, expected }: Difference) => isDeepStrictEqual(valueAt(at, body), expected);
    return named.map((one) => (one.rule === rule && isOld(one) ? { ...one, rule: 'documents.neighbours' } : one));
  }

  /** The rule of the write before, whose effect a read shows. */
  #keptByWrite(sending: Sending): string[] {
    const any = { at: '/any', expected: undefined, got: undefined, rule: '' };
    return this.#withWrite(sending, [any]).flatMap(({ rule }) => (rule === '' ? [] : [rule]));
  }

  /** Sends requests at once. Some order of them has to explain all responses; `rule` says so. */
  async sendTogether(
    t: CaseContext,
    caller: Sender,
    sendings: readonly Sending[],
    rule: string,
  ): Promise<readonly Answer[]> {
    if (this.#session.writes !== this.#writes) await this.#readAllStates(t);
    const { companyId } = caller.merchant;
    for (const sending of sendings) await this.#readHistory(t, caller, sending);
    const known = this.merchant(companyId).movements.length;
    const exchanges = await Promise.all(sendings.map((sending) => this.#exchanged(caller, sending, true)));
    this.#writes = this.#session.writes;
    const judge: Judge = (request, state, seen) => this.#judge(exchanges[request] as Exchange, state, seen);
    const judged = [...exchanges.keys()].filter((request) => !isInProgress(exchanges[request] as Exchange));
    const { found, request, next, seen } = serialOrder(judge, judged, this.#state, this.#seen);
    this.#state = next;
    if (found.length === 0) {
      this.#seen.join(seen);
      this.#session.observeKept([rule]);
    } else {
      const { sending, actual } = exchanges[request] as Exchange;
      const named = found.map((one) => ({ ...one, rule }));
      await this.#diverged(t, caller, sending, actual, named);
    }
    for (const { sending, actual } of exchanges) this.#noteCreated(caller, sending, actual);
    // Requests that do not affect each other may have been committed in another order than the one that was found.
    const reader = this.#readerOf(t, companyId);
    const merchant = withUnknownLog(this.merchant(companyId));
    const written = merchant.movements.slice(known);
    this.#state = withMerchant(this.#state, reader ? await withRowsInOrder(merchant, written, reader) : merchant);
    return exchanges.map(({ actual }) => actual);
  }

  #judge({ caller, sending, actual, from }: Exchange, state: State, seen: EarlierChoices): Judged {
    const { method, url, headers = {} } = sending;
    const window = { from, to: this.#session.clock.now() + SKEW };
    const { companyId } = caller.merchant;
    const known = state.merchants.get(companyId);
    const isKnownId = (id: number) => known !== undefined && isKnown(known, id);
    const choices = new ObservedChoices(actual, seen, window, { companyId, isKnownId });
    const own = caller instanceof Caller && !('Authorization' in headers) ? bearer(caller) : {};
    const { sent } = actual;
    const repeated = Object.keys(asReceived(sent.repeated ?? {}));
    const request = { method, url, headers: { ...asReceived(sent.headers), ...own }, repeated, body: sent.body };
    const { answer, next } = specification(state, request, { now: window.to, choices });
    const found = [...choices.broken, ...differences(answer, actual, this.#session.target.baseUrl)];
    return {
      found: found.map((one) => (known ? asForeign(one, url, known, state) : one)),
      next,
      rule: answer.rule,
      kept: () => keptBy(answer, actual),
    };
  }

  /** Reads what each merchant has, and holds the caller's to the rules among records, and to having no other merchant's. */
  async checkInvariants(t: CaseContext, caller: Caller): Promise<void> {
    const { companyId } = caller.merchant;
    await this.#readAllStates(t);
    const circumstances = { companyId, ...bearer(caller), now: this.#session.clock.now() };
    const others = [...this.#known].filter((id) => id !== companyId).map((id) => this.merchant(id));
    const breaches = [
      ...breachesIn(specification, this.#state, circumstances),
      ...others.flatMap((other) => breachesBetween(this.merchant(companyId), other)),
    ];
    for (const { message, rule } of breaches) t.findings.push({ requirements: [rule], severity: 'must', message });
  }

  /** An app that reads everything of a merchant for a case, which fails if that fails. */
  #readerOf(t: CaseContext, companyId: number): Caller | undefined {
    const callers = [...this.#callers.values()].filter(({ merchant }) => merchant.companyId === companyId);
    const known = callers.find(({ app }) => app.product === 'FULL');
    return known && new Caller(new Reading(t), known.app, known.merchant);
  }

  /** Reads the whole stock ledger, if it is not known. */
  readLedger(t: CaseContext, caller: Caller): Promise<void> {
    return this.#readHistory(t, caller, { method: 'GET', url: '/stock-movements' });
  }

  async #readHistory(t: CaseContext, { merchant: { companyId } }: Sender, sending: Sending): Promise<void> {
    const caller = this.#readerOf(t, companyId);
    const merchant = this.#state.merchants.get(companyId);
    if (!merchant || !caller) return;
    this.#state = withMerchant(this.#state, await withHistory(t, merchant, caller, sending));
  }

  async #diverged(
    t: CaseContext,
    { merchant }: Sender,
    { method, url }: Sending,
    actual: Answer,
    found: readonly Difference[],
  ): Promise<void> {
    noteDivergences(t, `${method} ${pathOf(url).replace(/\/\d+/, '/{id}')}`, actual, found);
    if (!isFeed(url)) await this.#readState(t, merchant.companyId, tablesTouchedBy(url));
  }

  #noteCreated({ merchant }: Sender, { method, url }: Sending, { status, body }: Answer): void {
    const table = tableAt(url);
    const { id } = (body ?? {}) as { id?: number };
    const { companyId } = merchant;
    if (method !== 'POST' || status !== 201 || !table || id === undefined) return;
    if (!this.merchant(companyId).tables[table].has(id)) return;
    const created = this.#created.get(`${companyId} ${table}`) ?? [];
    if (!created.includes(id)) this.#created.set(`${companyId} ${table}`, [...created, id]);
  }

  /** Other cases have written since the last request. */
  async #readAllStates(t: CaseContext): Promise<void> {
    for (const companyId of this.#state.merchants.keys()) await this.#readState(t, companyId);
    this.#writes = this.#session.writes;
  }

  async #readState(t: CaseContext, companyId: number, tables?: ReadonlySet<Table>): Promise<void> {
    const caller = this.#readerOf(t, companyId);
    if (!caller) return;
    for (const cursor of this.merchant(companyId).followed.keys()) this.#forgotten.add(cursor);
    this.#state = withMerchant(this.#state, await readState(this.merchant(companyId), caller, tables));
    this.#known.add(companyId);
  }
}

/** The first part of a rule's id: the resource, or the area, that it belongs to. */
const resourceIn = (rule: string): string => rule.split('.')[0] ?? '';

const isFeed = (url: string): boolean => pathOf(url) === '/changes';

/** A request of which a sender got a response. */
interface Exchange {
  readonly caller: Sender;
  readonly sending: Sending;
  readonly actual: Answer;
  /** Milliseconds since 1970: the earliest time at which the request was carried out. */
  readonly from: number;
}

/** http.idempotency_once: a request whose key is in use may be rejected. */
const isInProgress = ({ actual: { status, body } }: Exchange): boolean =>
  status === 409 && (body as { code?: unknown } | undefined)?.code === 'partner.idempotency_in_progress';

const isKnown = (merchant: Merchant, id: number): boolean =>
  merchant.movements.some((movement) => movement.id === id) ||
  TABLES.some((table) => rowsOf(merchant, table).some((row) => idsIn(row).has(id)));

/** Ids of the record and of the entries of its lists. */
const idsIn = memoized((row: Row): ReadonlySet<unknown> => {
  const entries = Object.values(row).filter(Array.isArray).flat();
  return new Set([row.id, ...entries.map((entry) => entry?.id)]);
}, new WeakMap());

/** Names the rule of tenancy if a list has rows that the merchant does not have, or an id of another merchant was found. */
function asForeign(one: Difference, url: string, merchant: Merchant, { merchants }: State): Difference {
  const { at, got, rule } = one;
  const isMissing = (id: unknown): id is number => typeof id === 'number' && !isKnown(merchant, id);
  const isAnothers = (id: unknown): boolean =>
    isMissing(id) && [...merchants.values()].some((other) => isKnown(other, id));
  if (['', '/data'].includes(at) && Array.isArray(got)) {
    // The ids of movements are learned by reading them.
    const isForeign = /^\/stock-movements$|\/stock$/.test(pathOf(url)) ? isAnothers : isMissing;
    return got.some(isForeign) ? { ...one, rule: isFeed(url) ? 'changes.tenancy' : 'tenancy.lists' } : one;
  }
  const ids = [...url.matchAll(/\d+/g)].map(Number);
  return rule === 'tenancy.unknown_id' && ids.some(isAnothers) ? { ...one, rule: 'tenancy.other_merchants_id' } : one;
}

/** Stands for the caller's tokens, which are replaced during a run. */
const nameOf = ({ app, merchant }: Caller): string => `${app.clientId}/${merchant.companyId}`;

const bearer = (caller: Caller) => ({ authorization: `Bearer ${nameOf(caller)}` });

/** The world of a run, which its cases share. */
export const worldOf = memoized((session: Session) => new World(session), new WeakMap());
