import type { Told } from './responses.ts';

/**
 * A fault of the API or the network. `429`, `500` and `503` respond without carrying out the request; `'expired'`
 * responds with 401 `partner.token_expired`; `'network'` fails before the request arrives, `'lost'` after it was
 * carried out; `slow` delays the response by that many milliseconds.
 */
export type Fault = 429 | 500 | 503 | 'expired' | 'network' | 'lost' | { readonly slow: number };

export interface FaultOptions {
  /** Number of requests that fail; 1 by default. */
  readonly times?: number;
  /**
   * The operation that fails, by its id in the contract, such as `createBrand`. By default, any
   * operation of a merchant.
   */
  readonly operation?: string;
}

interface Planned {
  readonly fault: Fault;
  readonly operation: string | undefined;
  left: number;
}

/** Planned faults, in order. */
export class FaultPlan {
  #planned: Planned[] = [];

  add(fault: Fault, { times = 1, operation }: FaultOptions): void {
    this.#planned.push({ fault, operation, left: times });
  }

  /** Takes the fault planned for this request, if any. */
  take(operation: string, forMerchant: boolean): Fault | undefined {
    const next = this.#planned.find((one) => (one.operation === undefined ? forMerchant : one.operation === operation));
    if (!next) return undefined;
    next.left -= 1;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return next.fault;
  }
}

const SOON = { 'Retry-After': '1' };

/** Rejections by fault. The other faults concern the network, or delay the response. */
const REJECTIONS: Partial<Readonly<Record<string, Told>>> = {
  429: { code: 'partner.rate_limited', headers: SOON },
  500: { code: 'partner.internal' },
  503: { code: 'partner.overloaded', headers: SOON },
  expired: { code: 'partner.token_expired' },
};

export const rejectionOf = (fault: Fault | undefined): Told | undefined => REJECTIONS[String(fault)];
