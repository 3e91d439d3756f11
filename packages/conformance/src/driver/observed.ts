import { createHash } from 'node:crypto';
import type { Answer } from '../http/send.ts';
import type { Detail, Fields, Rejection } from '../specification/answer.ts';
import type { Choices } from '../specification/choices.ts';
import type { Difference } from './compare/difference.ts';
import { valueAt } from './compare/requested.ts';

/** Choices of a deployment, taken from its responses. */

/** Earlier choices of a deployment, each by what it was chosen for. */
export class EarlierChoices {
  readonly #before: EarlierChoices | undefined;
  readonly #chosen = new Map<string, string>();

  constructor(before?: EarlierChoices) {
    this.#before = before;
  }

  /** A copy whose additions stay out of this one. */
  fork(): EarlierChoices {
    return new EarlierChoices(this);
  }

  /** Adds the choices of a fork, and of the forks between. */
  join(fork: EarlierChoices): void {
    if (fork === this || !fork.#before) return;
    this.join(fork.#before);
    for (const [name, value] of fork.#chosen) this.#chosen.set(name, value);
  }

  get(name: string): string | undefined {
    return this.#chosen.get(name) ?? this.#before?.get(name);
  }

  add(name: string, value: string): void {
    this.#chosen.set(name, value);
  }
}

/** Whole pages would fill the memory. */
const digest = (text: string): string => createHash('sha1').update(text).digest('base64');

export interface Window {
  /** Milliseconds since 1970: the instants between which the request was carried out. */
  readonly from: number;
  readonly to: number;
}

interface Merchant {
  readonly companyId: number;
  readonly isKnownId: (id: number) => boolean;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** JSON that does not depend on the order of properties. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/**
 * Choices of one response. A missing value, or one that breaks its promise, is replaced by a value unlike any other. Missing
 * parts, such as the record of a failed operation, promise nothing.
 */
export class ObservedChoices implements Choices {
  /** Choices that break a promise of the service. */
  readonly broken: Difference[] = [];
  readonly #answer: Answer;
  readonly #seen: EarlierChoices;
  readonly #window: Window;
  readonly #merchant: Merchant;
  readonly #given = new Set<unknown>();
  #replaced = 0;
  /** True if a page that was not modified has a cursor that no response has shown, so that its state is unknown. */
  #hasHidden = false;

  constructor(answer: Answer, seen: EarlierChoices, window: Window, merchant: Merchant) {
    this.#answer = answer;
    this.#seen = seen;
    this.#window = window;
    this.#merchant = merchant;
  }

  id(pointer: string): number {
    const id = this.#value(pointer);
    const isNew = !this.#given.has(id) && !this.#merchant.isKnownId(Number(id));
    this.#given.add(id);
    if (Number.isSafeInteger(id) && Number(id) > 0 && isNew) return Number(id);
    return this.#note(pointer, 'records.created', `${id} is not a new id`, -(this.#replaced + 1));
  }

  instant(pointer: string): string {
    const instant = this.#value(pointer);
    const time = typeof instant === 'string' && INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
    if (time >= this.#window.from && time <= this.#window.to) return String(instant);
    const between = `${new Date(this.#window.from).toISOString()} and ${new Date(this.#window.to).toISOString()}`;
    return this.#note(pointer, 'records.times', `${instant} is not between ${between}`, 'an instant');
  }

  code(pointer: string, isTaken: (code: string) => boolean, rule: string): string {
    const code = this.#value(pointer);
    if (typeof code === 'string' && code !== '' && !isTaken(code)) return code;
    return this.#note(pointer, rule, `${code} is not new`, `a code ${this.#replaced}`);
  }

  appName(app: string, pointer: string): string {
    const known = this.#seen.get(`app ${app}`);
    if (known !== undefined) return known;
    const name = this.#value(pointer);
    if (typeof name !== 'string' || name === '')
      return this.#note(pointer, 'purchases.provider', `${name} is no name`, 'a name');
    if (this.#answer.status < 400) this.#seen.add(`app ${app}`, name);
    return name;
  }

  correlationId(): string {
    return this.#answer.headers['x-correlation-id'] ?? 'a correlation id';
  }

  position(pointer: string): number {
    const position = this.#value(pointer);
    if (Number.isSafeInteger(position) && Number(position) > 0) return Number(position);
    return this.#note(pointer, 'changes.order', `${position} is no position`, 1);
  }

  cursor(pointer: string): string {
    const { headers, status } = this.#answer;
    const cursor = status === 304 ? this.#seen.get(`cursor with ${headers.etag}`) : this.#value(pointer);
    if (status === 304 && cursor === undefined) {
      this.#hasHidden = true;
      return 'a cursor';
    }
    // A list that ends too early is compared as a whole.
    if (cursor === null && pointer !== '/nextCursor') return 'a cursor';
    const rule = pointer === '/nextCursor' ? 'changes.cursor' : 'lists.cursor';
    if (typeof cursor !== 'string') return this.#note(pointer, rule, `${cursor} is no cursor`, 'a cursor');
    if (headers.etag !== undefined) this.#seen.add(`cursor with ${headers.etag}`, cursor);
    return cursor;
  }

  changesAfter(): string {
    const cursor = this.#answer.headers['tillgate-changes-after'];
    if (cursor !== undefined) return cursor;
    return this.#note('tillgate-changes-after', 'changes.after_list', 'the response has no such header', 'a cursor');
  }

  tag(path: string, state: unknown): string {
    // Records of merchants in other regions may have the same ids.
    const resource = `${this.#merchant.companyId} ${path}`;
    const inState = digest(sortedJson(state));
    const known = this.#seen.get(`tag of ${resource} ${inState}`);
    if (known !== undefined) return known;
    const { etag } = this.#answer.headers;
    if (etag === undefined) return this.#note('etag', 'http.etag', 'the response has no ETag', '"a tag"');
    if (this.#hasHidden) return etag;
    const taggedState = this.#seen.get(`state of ${resource} ${etag}`);
    if (taggedState !== undefined && taggedState !== inState)
      return this.#note('etag', 'http.etag', `another state had the ETag ${etag}`, '"another tag"');
    const { version } = state as { version?: number };
    if (version !== undefined && !new RegExp(`^"${version}(-[^"]*)?"$`).test(etag))
      return this.#note('etag', 'http.etag', `the ETag of version ${version} is ${etag}`, `"${version}"`);
    this.#seen.add(`tag of ${resource} ${inState}`, etag);
    this.#seen.add(`state of ${resource} ${etag}`, inState);
    return etag;
  }

  rejection(broken: readonly [Rejection, ...Rejection[]]): Rejection {
    const { code, details = [] } = (this.#answer.body ?? {}) as { code?: string; details?: readonly Detail[] };
    const isThis = (one: Rejection): boolean => one.code === code && one.details?.[0]?.path === details[0]?.path;
    return broken.find(isThis) ?? broken[0];
  }

  reading(): Fields {
    return (this.#answer.body ?? {}) as Fields;
  }

  #value(pointer: string): unknown {
    return valueAt(pointer, this.#answer.body);
  }

  #note<Value>(pointer: string, rule: string, message: string, instead: Value): Value {
    this.#replaced += 1;
    const isPartThere = this.#value(pointer.slice(0, pointer.lastIndexOf('/'))) !== undefined;
    if (this.#answer.status < 400 && isPartThere)
      this.broken.push({ at: pointer, expected: 'as promised', got: message, rule });
    return instead;
  }
}
