// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { grouped } from '../grouped.ts';
import { pairsOf } from './fields.ts';
import { Refusal } from './refusal.ts';
import type { AccessState, Client, Company } from './state.ts';

/** The authorization request and the owner's decision. */

/** An error of RFC 6749 §4.1.2.1, which the app receives. */
type CallbackError = 'invalid_request' | 'unsupported_response_type' | 'access_denied';

/** A request with an error for its app, or one that can be decided. */
interface Pending {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string | undefined;
  readonly error: { readonly code: CallbackError; readonly rule: string } | undefined;
}

/** A redirect to an app, with parameters added to its URI. */
export interface Redirected {
  readonly redirectUri: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly next: AccessState;
  readonly rule: string;
}

/** Where a request leads: to a page with an error code, or to an app. */
export type Decided = Redirected | { readonly page: string; readonly rule: string };

const errorPage = (code: string, rule = `consent.error.${code}`): Refusal => new Refusal(code, rule);

const LONGEST_STATE = 2_048;

/** Checks an authorization request, given as its query. consent.error.oauth.client_not_found and the others */
function checked({ clients }: AccessState, query: string): Pending {
  const sent = grouped(pairsOf(query), ([name]) => name);
  const valuesOf = (name: string) => (sent.get(name) ?? []).map(([, value]) => value);
  const isMalformed = (name: string): boolean => valuesOf(name).length > 1 || valuesOf(name).includes(undefined);
  const sentAs = (name: string): string | undefined => (isMalformed(name) ? undefined : valuesOf(name)[0] || undefined);
  const client = clients.get(sentAs('client_id') ?? '');
  if (!client || client.isRevoked || (client.isArchived && client.env === 'SANDBOX'))
    throw errorPage('oauth.client_not_found', client?.isArchived ? 'oauth.archived_app' : undefined);
  if (client.app.product === 'ADSR') throw errorPage('developer.use_api_key', 'consent.adsr');
  const redirectUri = sentAs('redirect_uri');
  if (redirectUri === undefined) throw errorPage('oauth.redirect_uri_mismatch');
  if (client.redirectUris?.includes(redirectUri) === false)
    throw errorPage('oauth.redirect_uri_mismatch', 'consent.redirect_exact');
  if (valuesOf('state').every((one) => one === '')) throw errorPage('oauth.state_required');
  const state = sentAs('state');
  if (state === undefined || [...state].length > LONGEST_STATE || state.includes('\0'))
    throw errorPage('oauth.invalid_request');
  if (client.env === 'PRODUCTION' && (!client.isApproved || client.isArchived))
    throw errorPage('oauth.app_not_published');
  const [challenge, method, type] = ['code_challenge', 'code_challenge_method', 'response_type'].map(sentAs);
  const pending = { client, redirectUri, state, challenge };
  const invalid = (rule: string): Pending => ({ ...pending, error: { code: 'invalid_request', rule } });
  if (['response_type', 'code_challenge', 'code_challenge_method', 'scope'].some(isMalformed))
    return invalid('consent.repeated');
  if ((method ?? (challenge && 'plain') ?? 'S256') !== 'S256') throw errorPage('oauth.pkce_method_unsupported');
  const isChallenge = challenge === undefined ? method === undefined : /^[A-Za-z0-9_-]{43}$/.test(challenge);
  if (!isChallenge) return invalid('consent.challenge');
  if (type === undefined) return invalid('consent.response_type');
  if (type === 'code') return { ...pending, error: undefined };
  return { ...pending, error: { code: 'unsupported_response_type', rule: 'consent.response_type' } };
}

/** The decision of a company's owner, or the error that needs none. consent.approve, consent.refuse */
export function decide(
  state: AccessState,
  query: string,
  company: Company | undefined,
  { isApproved, now, newCode }: { readonly isApproved: boolean; readonly now: number; readonly newCode: () => string },
): Decided {
  try {
    const { client, redirectUri, state: own, challenge, error } = checked(state, query);
    const answered = (parameters: Readonly<Record<string, string>>, rule: string, next = state): Decided => ({
      redirectUri,
      parameters: { ...parameters, state: own, iss: state.baseUrl },
      next,
      rule,
    });
    if (error !== undefined) return answered({ error: error.code }, error.rule);
    if (!isApproved) return answered({ error: 'access_denied' }, 'consent.refuse');
    if (!company || company.isClosed || !isEligible(client, company))
      throw errorPage('oauth.company_not_eligible', company?.env === client.env ? undefined : 'env.enforced');
    const { clientId } = client;
    const { companyId } = company;
    const code = newCode();
    const issued = { clientId, companyId, redirectUri, challenge, issuedAt: now, family: undefined };
    const next = { ...state, codes: new Map(state.codes).set(code, issued) };
    return answered({ code, merchant_id: String(companyId) }, 'consent.callback', next);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { page: thrown.code, rule: thrown.rule };
  }
}

/** env.enforced: production reaches live merchants, the sandbox those of its organization. */
const isEligible = ({ env, organization }: Client, company: Company): boolean =>
  env === company.env && (env === 'PRODUCTION' || company.organization === organization);

/** The redirect URI with parameters added to its query. consent.redirect_query_kept */
export function callbackUrl(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added.join('&')}`;
}
