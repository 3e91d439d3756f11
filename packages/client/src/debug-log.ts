import type { Fetch } from './exchange.ts';

/** Maximum number of characters of a body that are logged. */
const LONGEST_BODY = 2_000;

/**
 * A `fetch` for `createTillgate` that logs requests, responses and failures with headers and bodies
 * during development: `debugLog(console.debug)`. Tokens, secrets, keys and codes are replaced by
 * `[redacted]`; merchants' data is not. Warns once about each deprecated operation in use. Requests
 * are sent with `fetch`.
 */
export function debugLog(
  write: (line: string) => void,
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
): Fetch {
  const warned = new Set<string>();
  return async (url, init) => {
    const request = `${init.method ?? 'GET'} ${redacted(url)}`;
    write(`> ${request} ${described(new Headers(init.headers), String(init.body ?? ''))}`);
    try {
      const response = await fetch(url, init);
      const text = await response.clone().text();
      write(`< ${request} ${response.status} ${described(response.headers, text)}`);
      const warning = deprecationOf(init.method ?? 'GET', url, response.headers);
      if (warning && !warned.has(warning)) write(warning);
      if (warning) warned.add(warning);
      return response;
    } catch (error) {
      write(`! ${request} ${redacted(String(error))}`);
      throw error;
    }
  };
}

/** Warning for a response that announces a deprecation (RFC 9745, RFC 8594). Names the operation without ids. */
function deprecationOf(method: string, url: string, headers: Headers): string | undefined {
  const since = /^@(-?\d+)$/.exec(headers.get('Deprecation') ?? '')?.[1];
  if (since === undefined) return undefined;
  const operation = `${method} ${new URL(url).pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')}`;
  const [day] = new Date(Number(since) * 1000).toISOString().split('T');
  const sunset = headers.get('Sunset');
  return `! ${operation} is deprecated since ${day}${sunset ? ` and goes away after ${sunset}` : ''}: see the guide of versions`;
}

const SECRET_HEADERS = ['authorization', 'x-api-key', 'cookie', 'set-cookie'];

function described(headers: Headers, body: string): string {
  const fields = [...headers].map(([name, value]) => [name, SECRET_HEADERS.includes(name) ? '[redacted]' : value]);
  // Redacts before truncating, so that no part of a secret is left.
  return `${redacted(JSON.stringify(Object.fromEntries(fields)))} ${redacted(body).slice(0, LONGEST_BODY)}`.trimEnd();
}

/** Properties of the token endpoints except error codes, and credentials and tokens anywhere. */
const SECRETS =
  /("(?:\w*token|\w*secret|code|code_verifier|password)"\s*:\s*")(?!partner\.|oauth\.|developer\.)(?:[^"\\]|\\.)*|(svc_(?:sk|ak|rt)_)\w+|(eyJ)[\w-]+\.[\w-]+\.[\w-]*/gi;

const redacted = (text: string): string =>
  text.replace(SECRETS, (_, property = '', credential = '') => `${property}${credential}[redacted]`);
