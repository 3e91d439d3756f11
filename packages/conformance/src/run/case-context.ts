import type { AppRole, ClientApp, MerchantRole } from '../target/target.ts';
import { Caller } from './caller.ts';
import { Expectations } from './expectations.ts';
import type { Session } from './session.ts';
import type { Variant } from './variants.ts';

/** The clients, the names and the expectations of one case. */
export class CaseContext extends Expectations {
  readonly session: Session;
  readonly variant: Variant;
  /** Seed of random values. */
  readonly seed: number;
  /** Effort: how many requests of each kind a walk sends at least. */
  readonly runs: number;
  readonly #mark: string;
  #main: ClientApp | undefined;
  #names = 0;

  constructor(
    session: Session,
    variant: Variant,
    options: { seed: number; runs: number; mark: string; proves: readonly string[] },
  ) {
    super(options.proves);
    this.session = session;
    this.variant = variant;
    this.seed = options.seed;
    this.runs = options.runs;
    this.#mark = options.mark;
  }

  /** A unique name that marks the record as the suite's. */
  name(what = 'record'): string {
    this.#names += 1;
    return `conf-${this.#mark}-${what}-${this.#names}`;
  }

  /** Every element where limits are raised and time can be moved; elsewhere every fourth, chosen by the seed. */
  sample<T>(all: readonly T[]): readonly T[] {
    const { isPlenty, target } = this.session;
    return isPlenty && target.clockUrl !== undefined ? all : all.filter((_, at) => at % 4 === this.seed % 4);
  }

  /**
   * A FULL sandbox app in a role, acting for a merchant. `main` is the main app or a spare one, the
   * same for the whole case.
   */
  as(role: AppRole = 'main', merchant: MerchantRole = 'main'): Caller {
    this.#main ??= this.session.leastUsedApp();
    const app = role === 'main' ? this.#main : this.session.app(role);
    return new Caller(this, app, this.session.merchant(merchant));
  }

  /** The app with the most requests left, for reads that any app can make. */
  asAny(merchant: MerchantRole = 'main'): Caller {
    return new Caller(this, this.session.leastUsedApp(), this.session.merchant(merchant));
  }

  /** The app of the variant under test. */
  asVariant(merchant: MerchantRole): Caller {
    const { product, env } = this.variant;
    return new Caller(this, this.session.app('main', product, env), this.session.merchant(merchant));
  }
}
