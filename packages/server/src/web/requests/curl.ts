import type { Product } from '../../credentials/products.ts';
import type { LoggedRequest } from '../../storage/request-log/logged-request.ts';

const CLIENT = `-d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`;

/** Fields of the operations that are no merchant's. */
const TOKEN_FIELDS: Readonly<Record<string, string>> = {
  mintSandboxToken: `${CLIENT} -d merchant_id="$COMPANY_ID"`,
  createToken: `${CLIENT} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  revokeToken: `${CLIENT} -d token="$REFRESH_TOKEN"`,
};

/** The request as a command line. Its secrets and its body are for the developer to fill in: they are not in the log. */
export function curlOf(request: LoggedRequest, product: Product, apiUrl: string): string {
  const { method, path, query, operation } = request;
  const url = `${new URL(apiUrl).origin}${path}${query && `?${query}`}`;
  const fields = TOKEN_FIELDS[operation];
  const hasBody = method === 'POST' || method === 'PATCH';
  return [
    `curl -i -X ${method} '${url}'`,
    fields ?? (product === 'ADSR' ? '-H "X-API-Key: $API_KEY"' : '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...(fields === undefined && hasBody ? [`-H 'Content-Type: application/json' -d @body.json`] : []),
  ].join(' \\\n  ');
}
