import { type Fields, required } from './fields.ts';
import { invalidRequest, Refusal } from './refusal.ts';
import { challengeOf } from './sha256.ts';
import {
  type AccessChoices,
  type AccessState,
  type Client,
  type Code,
  type Company,
  type Family,
  revoked,
  withFamilies,
} from './state.ts';

/** Codes, refresh tokens and client_credentials. */

const SECOND = 1_000;
const ACCESS_TOKEN = 900;
const REFRESH_TOKEN = 8_640_000;
const CODE = 300 * SECOND;
const GRACE_WINDOW = 30 * SECOND;
const LOST_RESPONSE = 86_400 * SECOND;

export interface AccessCircumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly choices: AccessChoices;
  readonly scopesOf: (product: string) => readonly string[];
}

/** The body of a successful response, the state afterwards, and the requirement that says so. */
export interface Granted {
  readonly body: object;
  readonly next: AccessState;
  readonly rule: string;
}

export type Grant = (state: AccessState, fields: Fields, client: Client, circumstances: AccessCircumstances) => Granted;

const invalidGrant = (reason: string, rule = `oauth.error.oauth.${reason}`, next?: AccessState): Refusal =>
  new Refusal(`oauth.${reason}`, rule, next && { next });

/** `authorization_code`. A failed check does not consume the code. oauth.failed_check_keeps_code */
export const exchange: Grant = (state, fields, client, circumstances) => {
  const { now } = circumstances;
  const text = required(fields, 'code');
  const redirectUri = required(fields, 'redirect_uri');
  const code = state.codes.get(text);
  if (!code) throw invalidGrant('code_invalid');
  if (code.clientId !== client.clientId) throw invalidGrant('code_invalid', 'oauth.code_of_client');
  if (code.family !== undefined) throw replayed(state, code, now);
  if (now - code.issuedAt > CODE) throw invalidGrant('code_expired', 'time.code');
  if (redirectUri !== code.redirectUri) throw invalidGrant('redirect_uri_mismatch');
  requireVerifier(code, fields.code_verifier);
  const company = requireOpen(connectable(state, client, code.companyId));
  const id = state.families.size + 1;
  const family: Family = {
    app: client.app.id,
    env: client.env,
    companyId: code.companyId,
    tokens: [circumstances.choices.refreshToken(client.env)],
    rotatedAt: now,
    expiresAt: now + REFRESH_TOKEN * SECOND,
    isUsed: false,
    revokedBy: undefined,
  };
  const codes = new Map(state.codes).set(text, { ...code, family: id, exchangedAt: now });
  const families = new Map(state.families).set(id, family);
  return connected({ ...state, codes, families }, client, company, id, 'oauth.code_exchange', circumstances);
};

/** oauth.code_replay: its client presents it again. Within a second it may be a request that lost a race. */
function replayed(state: AccessState, { family, exchangedAt = 0 }: Code, now: number): Refusal {
  const next = now - exchangedAt < SECOND ? state : revoked(state, 'oauth.code_replay', (_, id) => id === family);
  return invalidGrant('code_invalid', 'oauth.code_single_use', next);
}

/** oauth.pkce, limits.verifier_length */
function requireVerifier({ challenge }: Code, verifier: string | undefined): void {
  if (challenge === undefined) {
    if (verifier !== undefined) throw invalidGrant('pkce_failed', 'oauth.pkce');
    return;
  }
  if (verifier === undefined) throw invalidGrant('pkce_failed');
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) throw invalidGrant('pkce_failed', 'limits.verifier_length');
  if (challengeOf(verifier) !== challenge) throw invalidGrant('pkce_failed');
}

/** The merchant of a grant. oauth.archived_app, env.enforced */
function connectable({ companies }: AccessState, client: Client, companyId: number): Company {
  const company = companies.find(companyId);
  if (!company || company.env !== client.env) throw invalidGrant('grant_revoked');
  if (client.isArchived) throw invalidGrant('grant_revoked', 'oauth.archived_app');
  return company;
}

function requireOpen(company: Company): Company {
  if (company.isClosed) throw new Refusal('oauth.merchant_closed', 'oauth.error.oauth.merchant_closed');
  return company;
}

/** `refresh_token`: the current token is replaced; the one before it returns the same successor for a while. */
export const refresh: Grant = (state, fields, client, circumstances) => {
  const { now, choices } = circumstances;
  const text = required(fields, 'refresh_token');
  const [id, family] = familyOf(state, text, client);
  const company = connectable(state, client, family.companyId);
  if (family.revokedBy !== undefined) throw invalidGrant('grant_revoked', family.revokedBy);
  if (now >= family.expiresAt) throw invalidGrant('refresh_expired', 'time.refresh_token');
  const isCurrent = family.tokens.at(-1) === text;
  const repeats = isCurrent ? undefined : repetition(family, text, now);
  if (!isCurrent && repeats === undefined) {
    const next = revoked(state, 'oauth.refresh_reuse', (_, one) => one === id);
    throw invalidGrant('refresh_reused', ruleOfReuse(family, text), next);
  }
  requireOpen(company);
  const rotation = isCurrent && {
    tokens: [...family.tokens, choices.refreshToken(client.env)],
    rotatedAt: now,
    isUsed: false,
  };
  // oauth.refresh_lost_extends
  const expiresAt = now + REFRESH_TOKEN * SECOND;
  const next = withFamilies(
    state,
    (_, one) => one === id,
    (one) => ({ ...one, ...rotation, expiresAt }),
  );
  return connected(next, client, company, id, repeats ?? 'oauth.refresh', circumstances);
};

/** The family of a refresh token, which other apps and the other environment do not know. */
export function familyOf({ families }: AccessState, text: string, { app, env }: Client): [id: number, family: Family] {
  const found = [...families].find(([, { tokens }]) => tokens.includes(text));
  if (!found) throw invalidGrant('refresh_invalid');
  if (found[1].app !== app.id || found[1].env !== env) throw invalidGrant('refresh_invalid', 'oauth.refresh_of_client');
  return found;
}

/** The rule by which the token before the current one still returns that one. */
function repetition({ tokens, rotatedAt, isUsed }: Family, text: string, now: number): string | undefined {
  if (tokens.at(-2) !== text) return undefined;
  if (now - rotatedAt <= GRACE_WINDOW) return 'oauth.refresh_grace';
  return !isUsed && now - rotatedAt <= LOST_RESPONSE ? 'oauth.refresh_lost' : undefined;
}

/** Why a token no longer returns the current one. */
function ruleOfReuse({ tokens, isUsed }: Family, text: string): string {
  if (tokens.at(-2) !== text) return 'oauth.refresh_reuse';
  return isUsed ? 'time.grace_window' : 'time.lost_response';
}

/** `client_credentials`: a sandbox token without a refresh token. */
export const clientCredentials: Grant = (state, fields, client, circumstances) => {
  if (client.env === 'PRODUCTION') throw notInProduction(client);
  if (client.isArchived) throw new Refusal('developer.app_archived', 'oauth.archived_app');
  const { merchant_id: id } = fields;
  if (id !== undefined && !(/^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id)))) throw invalidRequest();
  const company = sandboxCompany(state, client, id === undefined ? undefined : Number(id), (reason) => ({
    code: `developer.${reason}`,
    rule: 'oauth.client_credentials_merchant',
  }));
  return withToken(state, client, company, 'oauth.client_credentials', circumstances);
};

export const notInProduction = ({ app: { product } }: Client, errors = 'oauth.error'): Refusal => {
  const code = product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth';
  return new Refusal(code, `${errors}.${code}`);
};

type Reason = 'merchant_required' | 'grant_missing' | 'env_mismatch';

/** The merchant of a sandbox token: one of the organization's, and the only one if none is named. */
export function sandboxCompany(
  { companies }: AccessState,
  { organization }: Client,
  companyId: number | undefined,
  explained: (reason: Reason) => { readonly code: string; readonly rule: string },
): Company {
  const refused = (reason: Reason): Refusal => new Refusal(explained(reason).code, explained(reason).rule);
  if (companyId === undefined) {
    const [only, ...others] = companies.ofOrganization(organization).filter(({ isClosed }) => !isClosed);
    if (others.length > 0) throw refused('merchant_required');
    if (!only) throw refused('grant_missing');
    return only;
  }
  const company = companies.find(companyId);
  if (company?.env === 'PRODUCTION') throw refused('env_mismatch');
  if (!company || company.isClosed || company.organization !== organization) throw refused('grant_missing');
  return company;
}

/** An access token for one company, and the response with it. claims.all */
export function withToken(
  state: AccessState,
  client: Client,
  company: Company,
  rule: string,
  { now, choices, scopesOf }: AccessCircumstances,
  issuedWith?: { readonly family: number; readonly generation: number },
): Granted {
  const { companyId, region } = company;
  const { app, organization, env, allowedIps } = client;
  const scopes = scopesOf(app.product);
  const claims = { iss: state.baseUrl, aud: 'partner-api', companyId, region, product: app.product, env, scopes };
  const text = choices.accessToken({ ...claims, allowedIps, app: app.id, organization });
  const token = { client, companyId, expiresAt: now + ACCESS_TOKEN * SECOND, issuedWith };
  return {
    body: {
      access_token: text,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN,
      scope: choices.scope(scopes),
      api_base_url: `${state.baseUrl}/`,
    },
    next: { ...state, tokens: new Map(state.tokens).set(text, token) },
    rule,
  };
}

/** The response of a code exchange or a refresh. oauth.token_response */
function connected(
  state: AccessState,
  client: Client,
  company: Company,
  id: number,
  rule: string,
  circumstances: AccessCircumstances,
): Granted {
  const { tokens = [] } = state.families.get(id) ?? {};
  const issuedWith = { family: id, generation: tokens.length };
  const granted = withToken(state, client, company, rule, circumstances, issuedWith);
  const connection = {
    refresh_token: tokens.at(-1),
    refresh_token_expires_in: REFRESH_TOKEN,
    merchant_id: company.companyId,
  };
  return { ...granted, body: { ...granted.body, ...connection } };
}
