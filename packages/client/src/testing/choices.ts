import type { Rejection } from '../generated/specification/answer.ts';
import type { Choices } from '../generated/specification/choices.ts';

/** What the double chooses where the service may: ids in order, the test's clock, readable cursors and tags. */

/** First id given to created records. */
const FIRST_ID = 500_001;

export class TestChoices implements Choices {
  readonly #now: () => number;
  #ids = FIRST_ID;

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
    return crypto.randomUUID();
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

/** A record's version, or a digest of other content. */
export function tagOf(state: unknown): string {
  const { version } = (state ?? {}) as { version?: unknown };
  return typeof version === 'number' ? `"${version}"` : `"${digest(JSON.stringify(state))}"`;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a, fast and synchronous in every runtime. */
function digest(text: string): string {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash >>> 0).toString(16);
}
