/** The rate limit as a response reports it. */
export interface Quota {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** End of this window by the service's clock, in seconds since 1970. */
  readonly reset: number;
}

/** Reads `X-RateLimit-*`, or else `RateLimit` and `RateLimit-Policy`. Missing values are NaN. */
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

/** The service's clock at the response, in milliseconds; this machine's clock if the response has no date. */
export const serviceTime = (headers: Headers, now: number): number => Date.parse(headers.get('Date') ?? '') || now;

/** An integer parameter of the first item in a list of structured fields (RFC 9651): `"app";r=299;t=42`. */
const parameter = (field: string, name: string): number =>
  numberOf(new RegExp(`^[^,]*;\\s*${name}=(\\d+)`).exec(field)?.[1] ?? null);

const numberOf = (text: string | null): number => (text === null ? Number.NaN : Number(text));
