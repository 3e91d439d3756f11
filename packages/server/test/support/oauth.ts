import { createHash } from 'node:crypto';
import type { Merchant } from '../../src/control/merchants.ts';
import { type Answer, json, send } from './api-caller.ts';
import { newCode, newPerson } from './arrange.ts';
import type { Partner, Service } from './service.ts';

export const CALLBACK = 'https://app.example/callback';
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export type Fields = Readonly<Record<string, unknown>>;

export interface Connection {
  readonly partner: Partner;
  readonly merchant: Merchant;
  readonly accessToken: string;
  readonly refreshToken: string;
}

const FORM = 'application/x-www-form-urlencoded';

export const credentials = ({ clientId, clientSecret }: Partner) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

export const basic = ({ clientId, clientSecret }: Partner): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

export const outcome = ({ status, body }: Pick<Answer, 'status' | 'body'>): unknown[] =>
  status === 200 ? [200] : [status, body.error, body.code];

/** A partner app that calls the token and revocation endpoints. */
export class OAuthClient {
  readonly service: Service;
  readonly partner: Partner;

  constructor(service: Service, partner: Partner) {
    this.service = service;
    this.partner = partner;
  }

  /** `POST /oauth/token` as JSON, with the client's credentials in the body. */
  token(fields: Fields): Promise<Answer> {
    return this.postJson('/oauth/token', { ...credentials(this.partner), ...fields });
  }

  revoke(fields: Fields): Promise<Answer> {
    return this.postJson('/oauth/revoke', { ...credentials(this.partner), ...fields });
  }

  refresh(refreshToken: string): Promise<Answer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  exchange(code: string, fields: Fields = {}): Promise<Answer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...fields });
  }

  postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return send(this.service.apiUrl, 'POST', path, json(body, headers));
  }

  postForm(path: string, body: string | Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : new URLSearchParams(body).toString();
    return send(this.service.apiUrl, 'POST', path, { headers: { 'Content-Type': FORM, ...headers }, body: text });
  }

  /** Code issued by the consent screen to a merchant who approved. */
  async code(merchant: Merchant, options: { redirectUri?: string; codeChallenge?: string } = {}): Promise<string> {
    return this.service.control(async (tx) => {
      const email = `owner-${merchant.companyId}-${Math.random()}@shop.example`;
      const person = await newPerson(tx, { email, name: 'Olivia' }, [[merchant, 'owner']]);
      return newCode(tx, { app: this.partner, merchant, person, redirectUri: CALLBACK, ...options });
    });
  }

  async connect(merchant: Merchant): Promise<Connection> {
    const { status, body, text } = await this.exchange(await this.code(merchant));
    if (status !== 200) throw new Error(`Not connected: ${text}`);
    return { partner: this.partner, merchant, accessToken: body.access_token, refreshToken: body.refresh_token };
  }
}

/** A client of a new partner, with a sandbox merchant of its organization. */
export async function newOAuthClient(service: Service): Promise<{ client: OAuthClient; merchant: Merchant }> {
  const partner = await service.newPartner();
  return { client: new OAuthClient(service, partner), merchant: await service.newMerchant(partner.organizationId) };
}

/** Audit events about an app, oldest first. */
export async function auditOf(service: Service, appId: number): Promise<string[]> {
  const { rows } = await service.databases.control.query<{ event: string }>(
    'select event from control.audit_log where app_id = $1 order by id',
    [appId],
  );
  return rows.map(({ event }) => event);
}
