import type { Fields, Rejection } from '../specification/answer.ts';
import type { Choices } from '../specification/choices.ts';

/** Choices for a request that is not sent: any that keep the promises. */
export class ArbitraryChoices implements Choices {
  readonly #now: number;
  #last = Number.MAX_SAFE_INTEGER - 1_000_000;

  constructor(now: number) {
    this.#now = now;
  }

  id(): number {
    this.#last += 1;
    return this.#last;
  }

  instant(): string {
    return new Date(this.#now).toISOString();
  }

  code(): string {
    return `a code ${this.id()}`;
  }

  appName(): string {
    return 'an app';
  }

  correlationId(): string {
    return 'a correlation id';
  }

  position(): number {
    return 1;
  }

  cursor(): string {
    return 'a cursor';
  }

  changesAfter(): string {
    return 'a cursor of changes';
  }

  rejection([first]: readonly [Rejection, ...Rejection[]]): Rejection {
    return first;
  }

  reading(): Fields {
    return {};
  }

  tag(): string {
    return '"a tag"';
  }
}
