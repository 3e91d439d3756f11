import type { Answer } from '../answer.ts';
import type { Contract } from '../contract.ts';
import { pathOf, type Request } from '../request.ts';
import { authenticated, provedBy } from './clients.ts';
import { MINT, readFields, readSent, required } from './fields.ts';
import {
  type AccessCircumstances,
  clientCredentials,
  exchange,
  familyOf,
  type Grant,
  type Granted,
  notInProduction,
  refresh,
  sandboxCompany,
  withToken,
} from './grants.ts';
import { bodyOf, languageOf, Refusal } from './refusal.ts';
import { type AccessChoices, type AccessState, revoked } from './state.ts';

/** `POST /oauth/token`, `POST /oauth/revoke` and `POST /token`, the sandbox mint. */

const GRANTS: Readonly<Record<string, Grant>> = {
  authorization_code: exchange,
  refresh_token: refresh,
  client_credentials: clientCredentials,
};

type Endpoint = (state: AccessState, request: Request, circumstances: AccessCircumstances) => Granted;

const CREDENTIALS = ['client_id', 'client_secret'];

const token: Endpoint = (state, request, circumstances) => {
  const known = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'merchant_id'];
  const fields = readFields(request, [...CREDENTIALS, ...known]);
  const client = authenticated(state, request, fields);
  const name = required(fields, 'grant_type');
  const grant = Object.hasOwn(GRANTS, name) && GRANTS[name];
  if (grant) return grant(state, fields, client, circumstances);
  throw new Refusal('oauth.unsupported_grant_type', 'oauth.error.oauth.unsupported_grant_type');
};

/** A refresh token of any generation ends its family; any other text ends nothing. oauth.revoke_former */
const revoke: Endpoint = (state, request) => {
  const fields = readFields(request, [...CREDENTIALS, 'token']);
  const client = authenticated(state, request, fields);
  const text = required(fields, 'token');
  const body = { ok: true };
  try {
    const [id, { tokens }] = familyOf(state, text, client);
    const rule = tokens.at(-1) === text ? 'oauth.revoke' : 'oauth.revoke_former';
    return { body, next: revoked(state, rule, (_, one) => one === id), rule };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { body, next: state, rule: 'oauth.revoke_unknown' };
  }
};

const mint: Endpoint = (state, request, circumstances) => {
  const sent = readSent(request, MINT);
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded');
  const malformed = (rule = 'mint.invalid_request') => new Refusal('developer.invalid_request', rule);
  const [clientId, clientSecret, named, grantType] = [...CREDENTIALS, 'merchant_id', 'grant_type'].map((name) =>
    sent.get(name),
  );
  for (const value of [clientId, clientSecret])
    if (typeof value !== 'string' || !/^[!-~]{1,128}$/.test(value)) throw malformed();
  const merchantId = isForm && typeof named === 'string' && /^\d+$/.test(named) ? Number(named) : named;
  if (sent.has('merchant_id') && !(Number.isSafeInteger(merchantId) && Number(merchantId) > 0)) throw malformed();
  if (sent.has('grant_type') && grantType !== 'client_credentials') throw malformed('mint.grant_type');
  const client = provedBy(state, String(clientId), String(clientSecret));
  const refused = (reason: string): Refusal => new Refusal(`developer.${reason}`, `mint.error.developer.${reason}`);
  if (!client) throw refused('invalid_client');
  if (client.isArchived) throw refused('app_archived');
  if (client.env === 'PRODUCTION')
    throw client.isApproved ? notInProduction(client, 'mint.error') : refused('app_not_approved');
  const company = sandboxCompany(state, client, merchantId as number | undefined, (reason) => refused(reason));
  return withToken(
    state,
    client,
    company,
    named === undefined ? 'mint.merchant_optional' : 'mint.token',
    circumstances,
  );
};

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/oauth/token': token,
  '/oauth/revoke': revoke,
  '/token': mint,
};

export const isTokenEndpoint = (url: string): boolean => Object.hasOwn(ENDPOINTS, pathOf(url));

/** The response of a token endpoint, and the state afterwards. */
export type TokenEndpoints = (
  state: AccessState,
  request: Request,
  circumstances: { readonly now: number; readonly choices: AccessChoices },
) => { readonly answer: Answer; readonly next: AccessState };

const UNCACHED = { 'cache-control': 'no-store' };

export function createTokenEndpoints({ operations }: Contract): TokenEndpoints {
  /** auth.scope_names: the scopes of a product are those of its operations. */
  const scopesOf = (product: string): string[] => [
    ...new Set(operations.filter(({ products }) => products.includes(product)).map(({ scope }) => scope)),
  ];
  return (state, request, circumstances) => {
    const path = pathOf(request.url);
    const isMint = path === '/token';
    const uncached = isMint ? UNCACHED : { ...UNCACHED, pragma: 'no-cache' };
    if (request.method === 'OPTIONS') {
      const headers = { ...UNCACHED, allow: 'OPTIONS, POST' };
      return { answer: { status: 204, headers, body: undefined, rule: 'http.options' }, next: state };
    }
    try {
      if (request.method !== 'POST')
        throw new Refusal(
          `${isMint ? 'developer' : 'oauth'}.method_not_allowed`,
          isMint ? 'mint.method' : 'oauth.methods',
          { headers: { allow: 'POST' } },
        );
      const { body, next, rule } = (ENDPOINTS[path] as Endpoint)(state, request, { ...circumstances, scopesOf });
      return { answer: { status: 200, headers: uncached, body, rule }, next };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const language: Answer['headers'] = isMint
        ? {}
        : { 'content-language': languageOf(request.headers['accept-language']) };
      const { status, body: told } = bodyOf(error.code, isMint);
      const body = request.method === 'HEAD' ? undefined : told;
      const headers = { ...uncached, ...language, ...error.headers };
      return { answer: { status, headers, body, rule: error.rule }, next: error.next ?? state };
    }
  };
}
