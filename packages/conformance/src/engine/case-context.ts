import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../http/send.ts';
import type { AppRole, ClientApp, MerchantRole } from '../target/target.ts';
import { Caller } from './caller.ts';
import type { Finding } from './outcome.ts';
import type { Session } from './session.ts';
import type { Variant } from './variants.ts';

/** What a case could not go on without was not there; its findings say so. */
export class Stopped extends Error {
  override name = 'Stopped';
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'nothing';

export const codeOf = ({ body }: Answer): unknown => {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  return code ?? (error as { code?: unknown } | undefined)?.code;
};

/** What a case works with. A claim that does not hold is noted, and the case goes on. */
export class CaseContext {
  readonly session: Session;
  readonly variant: Variant;
  /** Seed of whatever the case draws at random. */
  readonly seed: number;
  /** How many random requests a generated case makes. */
  readonly runs: number;
  readonly findings: Finding[] = [];
  /** The requirements that the case is about. */
  readonly proves: readonly string[];
  readonly #mark: string;
  #main: ClientApp | undefined;
  #names = 0;

  constructor(
    session: Session,
    variant: Variant,
    options: { seed: number; runs: number; mark: string; proves: readonly string[] },
  ) {
    this.session = session;
    this.variant = variant;
    this.seed = options.seed;
    this.runs = options.runs;
    this.#mark = options.mark;
    this.proves = options.proves;
  }

  /** A name that marks the suite's data and that nothing else has. */
  name(what = 'record'): string {
    this.#names += 1;
    return `conf-${this.#mark}-${what}-${this.#names}`;
  }

  check(holds: boolean, message: string, answer?: Answer): boolean {
    if (!holds) this.findings.push({ requirements: this.proves, severity: 'must', message, answer });
    return holds;
  }

  /** Notes a claim about one requirement that holds whatever the case is about, and that alone is broken where it does not hold. */
  checkAlso(requirement: string, holds: boolean, message: string, answer?: Answer): boolean {
    if (!holds) this.findings.push({ requirements: [requirement], severity: 'must', message, answer });
    return holds;
  }

  equal(actual: unknown, expected: unknown, what: string, answer?: Answer): boolean {
    const message = `${what}: expected ${shown(expected)}, got ${shown(actual)}`;
    return this.check(isDeepStrictEqual(actual, expected), message, answer);
  }

  /** The answer has this status and, where one is given, this code. */
  expectStatus(answer: Answer, status: number, code?: string): boolean {
    const { method, url } = answer.sent;
    const due = code ? `${status} ${code}` : `${status}`;
    const got = code ? `${answer.status} ${codeOf(answer)}` : `${answer.status}`;
    return this.check(due === got, `${method} ${url}: expected ${due}, got ${got}`, answer);
  }

  /** As `answered`, and ends the case where it is not: what follows needs it. */
  requireStatus(answer: Answer, status: number): Answer {
    if (!this.expectStatus(answer, status)) throw new Stopped();
    return answer;
  }

  /** The FULL sandbox app in a role, acting for a merchant; `main` is the main app or a spare, and the same one for the whole case. */
  as(role: AppRole = 'main', merchant: MerchantRole = 'main'): Caller {
    this.#main ??= this.session.mostRested();
    const app = role === 'main' ? this.#main : this.session.app(role);
    return new Caller(this, app, this.session.merchant(merchant));
  }

  /** As whichever app may send most now, for reads that are the same for every app. */
  asAny(merchant: MerchantRole = 'main'): Caller {
    return new Caller(this, this.session.mostRested(), this.session.merchant(merchant));
  }

  /** The app of the variant under test. */
  asVariant(merchant: MerchantRole): Caller {
    const { product, env } = this.variant;
    return new Caller(this, this.session.app('main', product, env), this.session.merchant(merchant));
  }
}
