import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '../http/send.ts';
import { budgetOf, type ClientApp, type Login, type Merchant } from '../target/target.ts';
import type { Session } from './session.ts';
import { Unavailable } from './unavailable.ts';
import { Visitor } from './visitor.ts';

/** Tokens of an app that a merchant has connected. */
export interface Connection {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly answer: Answer;
}

export interface Authorization {
  readonly state: string;
  readonly redirectUri: string;
  readonly verifier?: string | undefined;
}

/** URL to which an app sends its merchant. `changed` replaces, adds or (if undefined) removes parameters. */
export function authorizeUrl(
  session: Session,
  app: ClientApp,
  { state, redirectUri, verifier }: Authorization,
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  const { authUrl } = session.target;
  if (!authUrl) throw new Unavailable('no --auth-url');
  const challenge = verifier && { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
  const values = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    state,
    ...challenge,
    ...changed,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.append(name, value);
  return `${authUrl}/oauth/authorize?${query}`;
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const newState = (): string => randomBytes(18).toString('base64url');

export function redirectUriOf({ redirectUris = [], role, product }: ClientApp): string {
  const [uri] = redirectUris;
  if (!uri) throw new Unavailable(`no redirect URI of the ${product} app in the role ${role}`);
  return uri;
}

export function ownerOf({ owner, role }: Merchant): Login {
  if (!owner) throw new Unavailable(`no owner's login of the merchant in the role ${role}`);
  return owner;
}

/** Visitors signed in as merchants' owners, one each for the whole run. */
const visitors = new WeakMap<Session, Map<string, Visitor>>();

export function ownerVisitor(session: Session, merchant: Merchant): Visitor {
  const login = ownerOf(merchant);
  const kept = visitors.get(session) ?? new Map<string, Visitor>();
  visitors.set(session, kept);
  const visitor = kept.get(login.email) ?? new Visitor(session, login);
  kept.set(login.email, visitor);
  return visitor;
}

/** Approves the app as the owner. Returns the callback URL. */
export async function authorize(
  session: Session,
  app: ClientApp,
  merchant: Merchant,
  options: { verifier?: string; state?: string; redirectUri?: string } = {},
): Promise<URL> {
  const { state = newState(), redirectUri = redirectUriOf(app), verifier } = options;
  return ownerVisitor(session, merchant).approve(
    authorizeUrl(session, app, { state, redirectUri, verifier }),
    merchant.companyId,
  );
}

/** A client's id and secret as fields of a request. */
export const credentialsOf = ({ clientId, clientSecret }: Pick<ClientApp, 'clientId' | 'clientSecret'>) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

export function exchange(session: Session, app: ClientApp, code: string, fields: object = {}): Promise<Answer> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(app) };
  const body = { ...credentialsOf(app), ...grant, ...fields };
  // A request with another client's id counts against an unknown app.
  const budget = 'client_id' in fields ? {} : { budget: budgetOf(app) };
  return session.send('POST', '/oauth/token', { body, ...budget });
}

export const refresh = (session: Session, app: ClientApp, refreshToken: string, concurrent = false): Promise<Answer> =>
  session.send('POST', '/oauth/token', {
    body: { ...credentialsOf(app), grant_type: 'refresh_token', refresh_token: refreshToken },
    budget: budgetOf(app),
    concurrent,
  });

export async function connect(session: Session, app: ClientApp, merchant: Merchant): Promise<Connection> {
  const callback = await authorize(session, app, merchant);
  const answer = await exchange(session, app, callback.searchParams.get('code') ?? '');
  const { access_token, refresh_token } = answer.body as Record<string, unknown>;
  if (answer.status !== 200) throw new Unavailable(`no connection: ${answer.status} ${answer.text.slice(0, 200)}`);
  for (const secret of [access_token, refresh_token]) session.memory.keepSecret(String(secret));
  return { accessToken: String(access_token), refreshToken: String(refresh_token), answer };
}
