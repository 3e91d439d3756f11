/** Rate limit as reported by a response. */
export interface Quota {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** End of this window on the service's clock, in seconds since 1970. */
  readonly reset: number;
}

/** Reads `X-RateLimit-*`, or else `RateLimit` and `RateLimit-Policy`. Missing values become NaN. */
export function quotaOf(headers: Headers, now: number): Quota {
  const own = (name: string) => numberOf(headers.get(`X-RateLimit-${name}`));
  if (headers.has('X-RateLimit-Limit'))
    return { limit: own('Limit'), remaining: own('Remaining'), reset: own('Reset') };
  const standard = headers.get('RateLimit') ?? '';
  return {
    limit: parameter(headers.get('RateLimit-Policy') ?? '', 'q'),
    remaining: parameter(standard, 'r'),
    reset: Math.floor(serviceTime(headers, now) / 1000) + parameter(standard, 't'),
  };
}

/** Time of the response on the service's clock, in milliseconds; this machine's time if the response has no date. */
export const serviceTime = (headers: Headers, now: number): number => Date.parse(headers.get('Date') ?? '') || now;

/**
 * Integer parameter of the first item in a structured field list (RFC 9651), such as
 * `"app";r=299;t=42`.
 */
const parameter = (field: string, name: string): number =>
  numberOf(new RegExp(`^[^,]*;\\s*${name}=(\\d+)`).exec(field)?.[1] ?? null);

const numberOf = (text: string | null): number => (text === null ? Number.NaN : Number(text));
