import type { Rejection } from '../generated/specification/answer.ts';
import type { Choices } from '../generated/specification/choices.ts';

/** First id given to created records. */
const FIRST_ID = 500_001;

/** Choices that the specification leaves to the service: ids in order, the test's clock, readable cursors and tags. */
export class TestChoices implements Choices {
  readonly #now: () => number;
  #ids = FIRST_ID;
  /** The correlation id of the request that is being answered. */
  request = '';

  constructor(now: () => number) {
    this.#now = now;
  }

  id(): number {
    const id = this.#ids;
    this.#ids += 1;
    return id;
  }

  instant(): string {
    return new Date(this.#now()).toISOString();
  }

  code(_at: string, isTaken: (code: string) => boolean): string {
    let number = this.#ids;
    while (isTaken(`I${number}`)) number += 1;
    return `I${number}`;
  }

  correlationId(): string {
    return this.request;
  }

  /** The double knows every write, so no position is unknown. */
  position(): never {
    throw new Error('The double has no unknown writes.');
  }

  cursor(): string {
    return `page.${this.id()}`;
  }

  changesAfter(): string {
    return this.cursor();
  }

  appName(): string {
    return 'Test app';
  }

  rejection([first]: readonly [Rejection, ...Rejection[]]): Rejection {
    return first;
  }

  /** The double knows every sale, so no report is unknown. */
  reading(): never {
    throw new Error('The double has no report of unknown sales.');
  }

  tag(_resource: string, state: unknown): string {
    return tagOf(state);
  }
}

/** Members of a representation that can change without a new version of its record. */
const BEYOND_VERSION = ['atStore', 'items'];

/** A record's version, with a digest if more than the record is shown; else a digest of the content. */
export function tagOf(state: unknown): string {
  const shown = (state ?? {}) as { readonly version?: unknown };
  const contents = digest(JSON.stringify(state ?? null));
  if (typeof shown.version !== 'number') return `"${contents}"`;
  return BEYOND_VERSION.some((name) => name in shown) ? `"${shown.version}-${contents}"` : `"${shown.version}"`;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a, fast and synchronous in every runtime. */
function digest(text: string): string {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash >>> 0).toString(16);
}
