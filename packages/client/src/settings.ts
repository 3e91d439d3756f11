import { ConfigurationError } from './errors.ts';

/** Timeouts and retries of a call. */
export interface Patience {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Number of retries of a failed or rate-limited request, where retrying is safe. */
  readonly retries: number;
  /**
   * Milliseconds a call may spend waiting for a token, for the rate limit and between attempts, counted from its start.
   */
  readonly maxWait: number;
}

/** Overrides `defaults`; throws a ConfigurationError for an invalid number. */
export function patienceOf(patience: { readonly [Name in keyof Patience]?: number | undefined }, defaults: Patience) {
  const { timeout = defaults.timeout, retries = defaults.retries, maxWait = defaults.maxWait } = patience;
  if (!(timeout > 0)) throw invalid('timeout', 'a number of milliseconds above 0', timeout);
  if (!(retries >= 0)) throw invalid('retries', 'a number from 0 up', retries);
  if (!(maxWait >= 0)) throw invalid('maxWait', 'a number of milliseconds from 0 up', maxWait);
  return { timeout, retries, maxWait };
}

/** Default maximum size of a response: twice a page of 100 documents with 1,000 lines each. */
const MAX_RESPONSE_SIZE = 64 * 1024 * 1024;

/** Throws a ConfigurationError unless the value is a valid number of bytes. */
export function responseSizeOf(maxResponseSize = MAX_RESPONSE_SIZE): number {
  if (maxResponseSize > 0) return maxResponseSize;
  throw invalid('maxResponseSize', 'a number of bytes above 0', maxResponseSize);
}

const invalid = (option: string, rule: string, value: unknown) =>
  new ConfigurationError('client.option_invalid', `${option} must be ${rule}, but is ${String(value)}.`);

/** Base URL without a trailing slash. Throws a ConfigurationError if it cannot be the API's. */
export function baseUrlOf(text: unknown): string {
  const refuse = (reason: string) => {
    const message = `baseUrl must be the URL of the API with its version, such as https://api.example.com/v1: ${reason}.`;
    return new ConfigurationError('client.base_url_invalid', message);
  };
  if (typeof text !== 'string' || text === '') throw refuse('it is missing');
  if (!URL.canParse(text)) throw refuse(`${JSON.stringify(text)} is not a URL`);
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw refuse(`it begins with ${url.protocol}`);
  if (url.username || url.password || url.search || url.hash) throw refuse('it has more than a host and a path');
  if (!/\/v1\/?$/.test(url.pathname)) throw refuse(`${JSON.stringify(text)} does not end with /v1`);
  return text.replace(/\/$/, '');
}

/** Throws a ConfigurationError in a browser, where every visitor of the page could read the secret. */
export function refuseInBrowser(secret: string): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  if (window === undefined || document === undefined) return;
  throw new ConfigurationError(
    'client.secret_in_browser',
    `A browser must not have the ${secret}, which its user could read: call the API from a server.`,
  );
}
