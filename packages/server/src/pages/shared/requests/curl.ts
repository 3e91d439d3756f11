import type { Product } from '../../../control/credentials/products.ts';
import type { LoggedRequest } from '../../../request-log/logged-request.ts';

const CLIENT = `-d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`;

/** Form fields of the token operations, which need no merchant. */
const TOKEN_FIELDS: Readonly<Record<string, string>> = {
  mintSandboxToken: `${CLIENT} -d merchant_id="$COMPANY_ID"`,
  createToken: `${CLIENT} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  revokeToken: `${CLIENT} -d token="$REFRESH_TOKEN"`,
};

/** The request as a curl command. Secrets, the body and free text are not in the log, so developers fill them in. */
export function curlOf(request: LoggedRequest, product: Product, apiUrl: string): string {
  const { method, path, query, operation } = request;
  const target = new URL(apiUrl).origin + withPlaceholders(path) + (query && `?${queryOf(query)}`);
  const fields = TOKEN_FIELDS[operation];
  const hasBody = method === 'POST' || method === 'PATCH';
  return [
    // curl treats brackets and braces as patterns.
    `curl -i${/[[\]]/.test(target) ? ' -g' : ''} -X ${method} "${target}"`,
    fields ?? (product === 'ADSR' ? '-H "X-API-Key: $API_KEY"' : '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...(fields === undefined && hasBody ? [`-H 'Content-Type: application/json' -d @body.json`] : []),
  ].join(' \\\n  ');
}

/** Replaces the path segments that are not in the log. */
const withPlaceholders = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => variable(name)).replaceAll('…', '$PART');

/**
 * Replaces each value that is not in the log with a variable named after its parameter; the value has
 * to be URL-encoded.
 */
const queryOf = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      const shown = name.replaceAll('…', '$PARAMETER');
      if (value === undefined) return shown;
      return `${shown}=${value === '…' ? variable(name) : value}`;
    })
    .join('&');

/** Turns `itemSearch` into `$ITEM_SEARCH`. */
const variable = (name: string): string => {
  const words = decodeURIComponent(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .match(/[a-z\d]+/gi) ?? ['VALUE'];
  return `$${words.join('_').toUpperCase()}`;
};
