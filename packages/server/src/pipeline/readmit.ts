import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { USABLE_FOR } from '../control/record-cache.ts';
import { companyDenied, PartnerError } from '../errors.ts';
import { type Admission, checkEnvironment, identify } from './admit.ts';
import type { Principal } from './callers/principal.ts';
import type { Context } from './context.ts';

/** Milliseconds after which the caller of a long response is checked again (streams.access). */
const CHECK_AFTER = 15_000;

/** Milliseconds between looks at the clock. */
const LOOK = 1_000;

/** Bytes of a body that may take its reader long. */
const LONG = 1024 * 1024;

/** Checks callers again whose requests outlast their admission. */
export class Readmission {
  readonly #admission: Admission;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /**
   * Identifies a caller after a wait, as a new request would be. The caller keeps its place in the rate limit. Returns
   * true if its stores have changed, so that a new request would see something else.
   */
  async afterWait(ctx: Context): Promise<boolean> {
    const before = ctx.state.principal?.storeIds;
    await identify(ctx, this.#admission);
    return !isDeepStrictEqual(ctx.state.principal?.storeIds, before);
  }

  /** Cuts a long response once its caller may no longer read it. */
  whileSent(ctx: Context): void {
    if (!isLong(ctx.body)) return;
    const { clock } = this.#admission.rate;
    const { principal } = ctx.state;
    const now = () => [clock(), performance.now()] as const;
    let [at, tick] = now();
    let isChecking = false;
    const look = async (): Promise<void> => {
      // Setting the clock back does not postpone a check.
      const age = Math.max(clock() - at, performance.now() - tick);
      if (ctx.res.closed) clearInterval(timer);
      if (ctx.res.closed || isChecking || age < CHECK_AFTER) return;
      isChecking = true;
      const begun = now();
      try {
        await this.#check(ctx, principal);
        [at, tick] = begun;
      } catch (error) {
        // While the control plane is unavailable, the last check holds as long as a cached record.
        if (error instanceof PartnerError || age >= USABLE_FOR) ctx.req.socket.resetAndDestroy();
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(look, LOOK).unref();
  }

  /** A token may expire while its response is sent. */
  async #check(ctx: Context, principal: Principal | undefined): Promise<void> {
    if (principal?.credential === 'token') {
      const merchant = await this.#admission.directory.presentMerchant(principal.companyId);
      if (!merchant?.active) throw companyDenied();
      return checkEnvironment(principal, merchant);
    }
    await identify(ctx, this.#admission);
    const now = ctx.state.principal?.storeIds;
    if (now && !principal?.storeIds?.every((id) => now.includes(id))) throw companyDenied();
  }
}

const isLong = (body: unknown): boolean => body instanceof Readable || (Buffer.isBuffer(body) && body.length >= LONG);
