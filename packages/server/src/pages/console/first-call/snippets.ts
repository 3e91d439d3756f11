import type { Product } from '../../../control/credentials/products.ts';
import type { SampleCall } from './sample-calls.ts';

/** Values in a snippet. */
export interface SnippetData {
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  readonly product: Product;
  readonly clientId: string;
  readonly companyId: number;
  readonly call: SampleCall;
  /** Absent until a token has been obtained. */
  readonly token: string | undefined;
}

export interface Snippet {
  readonly title: string;
  readonly text: string;
}

/** The same request as a shell command, in TypeScript and as plain HTTP. */
export const snippetsOf = (data: SnippetData): readonly Snippet[] => [
  { title: 'curl', text: data.product === 'ADSR' ? curlWithKey(data) : curl(data) },
  { title: '@tillgate/client', text: client(data) },
  { title: 'HTTP', text: wire(data) },
];

function curl({ apiUrl, clientId, companyId, call, token }: SnippetData): string {
  const request = `curl -s '${apiUrl}${call.path}' -H "Authorization: Bearer $TOKEN"`;
  if (token !== undefined) return `TOKEN='${token}'\n${request}`;
  return `CLIENT_SECRET='svc_sk_sb_…'   # yours
TOKEN=$(curl -s '${apiUrl}/token' \\
  -d client_id='${clientId}' \\
  -d client_secret="$CLIENT_SECRET" \\
  -d merchant_id=${companyId} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
${request}`;
}

/** A key-authenticated request names its merchant (keys.company_required). */
const withCompany = ({ call, companyId }: SnippetData): string =>
  `${call.path}${call.path.includes('?') ? '&' : '?'}companyId=${companyId}`;

const curlWithKey = (data: SnippetData): string => `API_KEY='svc_ak_sb_…'   # yours
curl -s '${data.apiUrl}${withCompany(data)}' -H "X-API-Key: $API_KEY"`;

function client({ apiUrl, product, clientId, companyId, call }: SnippetData): string {
  const credentials =
    product === 'ADSR'
      ? "apiKey(process.env.API_KEY ?? '')"
      : `sandbox({
    clientId: '${clientId}',
    clientSecret: process.env.CLIENT_SECRET ?? '',
  })`;
  return `import { createTillgate, ${product === 'ADSR' ? 'apiKey' : 'sandbox'} } from '@tillgate/client';

const app = createTillgate({
  baseUrl: '${apiUrl}',
  credentials: ${credentials},
});

const { data } = await app.merchant(${companyId}).${call.client};
console.log(data);`;
}

function wire(data: SnippetData): string {
  const { apiUrl, product, call, token } = data;
  const { host, pathname } = new URL(apiUrl);
  const byKey = product === 'ADSR' && token === undefined;
  const target = byKey ? withCompany(data) : call.path;
  const credential = byKey ? 'X-API-Key: svc_ak_sb_…' : `Authorization: Bearer ${token ?? '<access_token>'}`;
  return `GET ${pathname}${target} HTTP/1.1\nHost: ${host}\n${credential}\nAccept: application/json`;
}
