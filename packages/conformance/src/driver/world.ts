import { decodeJwt } from 'jose';
import { CONTRACT } from '../contract/specification-contract.ts';
import { Caller } from '../engine/caller.ts';
import type { CaseContext } from '../engine/case-context.ts';
import { Stopped } from '../engine/expectations.ts';
import type { Session } from '../engine/session.ts';
import { toCurl } from '../http/curl.ts';
import type { Answer } from '../http/send.ts';
import { createSpecification, type Specification } from '../specification/respond.ts';
import {
  type Merchant,
  newMerchant,
  type Row,
  rowsOf,
  type State,
  TABLES,
  withEntry,
  withMerchant,
} from '../specification/state.ts';
import { HANDLERS } from '../specification/subjects/index.ts';
import { adopted } from './adopt.ts';
import { UNKNOWN_SALES } from './adopt-back-office.ts';
import { type Difference, differences } from './compare.ts';
import { isAdmitted, knownOf, type Sender } from './credentials.ts';
import { withHistory } from './history.ts';
import { breachesIn } from './hold.ts';
import { ObservedChoices, Seen } from './observed.ts';

/** A deployment and the specification side by side: every request goes to both, and the answers are compared. */

export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The deployment's clock may differ from the suite's by this many milliseconds. */
const SKEW = 2_000;

/** After this many divergences a case ends: each costs a new reading of the merchant. */
const MOST_DIVERGENCES = 25;

const specification: Specification = createSpecification(CONTRACT, HANDLERS);

export class World {
  readonly #session: Session;
  readonly #seen = new Seen();
  readonly #callers = new Map<string, Caller>();
  readonly #adopted = new Set<number>();
  #state: State;
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
  async join(caller: Caller): Promise<void> {
    const name = nameOf(caller);
    if (this.#callers.has(name)) return;
    this.#callers.set(name, caller);
    const { app, merchant } = caller;
    const { sub } = decodeJwt(await caller.token());
    const { product, env } = app;
    const token = {
      app: { id: String(sub), number: Number(sub), product },
      companyId: merchant.companyId,
      env,
      isAdmitted: isAdmitted(app),
    };
    this.#state = { ...this.#state, tokens: withEntry(this.#state.tokens, name, token) };
    if (this.#session.writes !== this.#writes) await this.#adoptAll();
    if (!this.#adopted.has(merchant.companyId)) await this.#adopt(merchant.companyId);
    this.#writes = this.#session.writes;
  }

  /** Sends a request to both, and notes where the answers differ. */
  async send(t: CaseContext, caller: Sender, sending: Sending): Promise<Answer> {
    const { method, url, body, headers = {} } = sending;
    if (this.#session.writes !== this.#writes) await this.#adoptAll();
    if (method === 'GET') await this.#readHistory(t, caller, url);
    const own = caller instanceof Caller && !('Authorization' in headers) ? bearer(caller) : {};
    const from = this.#session.clock.now() - SKEW;
    const actual = await caller.send(method, url, { body, headers });
    this.#writes = this.#session.writes;
    const window = { from, to: this.#session.clock.now() + SKEW };
    const choices = new ObservedChoices(actual, this.#seen, window, (id) => this.#isKnown(caller, id));
    const request = { method, url, headers: { ...lower(actual.sent.headers), ...own }, body: actual.sent.body };
    const { answer, next } = specification(this.#state, request, { now: window.to, choices });
    const found = [
      ...choices.broken.map(({ at, rule, message }) => ({ at, expected: 'as promised', got: message, rules: [rule] })),
      ...differences(answer, actual, this.#session.target.baseUrl),
    ];
    if (found.length === 0) this.#state = next;
    else await this.#diverged(t, caller, actual, found);
    return actual;
  }

  /** Holds what the caller's merchant has to the rules among records. */
  hold(t: CaseContext, caller: Caller): void {
    const { companyId } = caller.merchant;
    const circumstances = { companyId, ...bearer(caller), now: this.#session.clock.now() };
    for (const { message, rules } of breachesIn(specification, this.#state, circumstances))
      t.findings.push({ requirements: rules, severity: 'must', message });
  }

  /** An app that reads everything of a merchant. */
  #readerOf(companyId: number): Caller | undefined {
    const callers = [...this.#callers.values()].filter(({ merchant }) => merchant.companyId === companyId);
    return callers.find(({ app }) => app.product === 'FULL');
  }

  async #readHistory(t: CaseContext, { merchant: { companyId } }: Sender, url: string): Promise<void> {
    const caller = this.#readerOf(companyId);
    const merchant = this.#state.merchants.get(companyId);
    if (!merchant || !caller) return;
    this.#state = withMerchant(this.#state, await withHistory(t, merchant, caller, url));
  }

  async #diverged(t: CaseContext, { merchant }: Sender, actual: Answer, found: readonly Difference[]): Promise<void> {
    for (const difference of found) note(t, actual, difference);
    if (t.findings.length >= MOST_DIVERGENCES) throw new Stopped();
    await this.#adopt(merchant.companyId);
  }

  /** Other cases have written since the last request. */
  async #adoptAll(): Promise<void> {
    for (const companyId of this.#state.merchants.keys()) await this.#adopt(companyId);
    this.#writes = this.#session.writes;
  }

  async #adopt(companyId: number): Promise<void> {
    const caller = this.#readerOf(companyId);
    if (!caller) return;
    this.#adopted.add(companyId);
    this.#state = withMerchant(this.#state, await adopted(this.merchant(companyId), caller));
  }

  #isKnown({ merchant }: Sender, id: number): boolean {
    const known = this.#state.merchants.get(merchant.companyId);
    if (!known) return false;
    const isMoved = known.movements.some((movement) => movement.id === id);
    return isMoved || TABLES.some((table) => rowsOf(known, table).some((row) => hasId(row, id)));
  }
}

/** True if the record or an entry of its lists has the id. */
const hasId = (row: Row, id: number): boolean =>
  row.id === id || Object.values(row).some((list) => Array.isArray(list) && list.some((entry) => entry?.id === id));

/** Stands for the caller's tokens, which are replaced during a run. */
const nameOf = ({ app, merchant }: Caller): string => `${app.clientId}/${merchant.companyId}`;

const bearer = (caller: Caller) => ({ authorization: `Bearer ${nameOf(caller)}` });

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const json = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? 'nothing';

function note(t: CaseContext, answer: Answer, { at, expected, got, rules }: Difference): void {
  const { method, url } = answer.sent;
  const message = `${method} ${url}: ${at || 'the body'} is ${json(got)}; the specification says ${json(expected)}`;
  t.findings.push({ requirements: rules, severity: 'must', message: `${message}\n${toCurl(answer.sent)}`, answer });
}

const worlds = new WeakMap<Session, World>();

/** The world of a run, which its cases share. */
export function worldOf(session: Session): World {
  const world = worlds.get(session) ?? new World(session);
  worlds.set(session, world);
  return world;
}
