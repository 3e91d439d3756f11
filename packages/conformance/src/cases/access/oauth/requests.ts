import type { CaseContext } from '../../../engine/case-context.ts';
import { authorize, type Connection, connect, exchange, refresh } from '../../../engine/connections.ts';
import type { Answer } from '../../../http/send.ts';
import { budgetOf, type ClientApp } from '../../../target/target.ts';

/** Requests to the OAuth endpoints, and their errors. */

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** For JSON that is sent as it is. */
export const JSON_TYPE = { 'Content-Type': 'application/json' };

const codeOf = (callback: URL): string => callback.searchParams.get('code') ?? '';

export const newCode = async (t: CaseContext, verifier?: string): Promise<string> =>
  codeOf(await authorize(t.session, t.session.app('main'), t.session.merchant('main'), verifier ? { verifier } : {}));

/** A new connection between the main app and the main merchant. */
export const connected = (t: CaseContext): Promise<Connection> =>
  connect(t.session, t.session.app('main'), t.session.merchant('main'));

/** A refresh by the main app. */
export const refreshed = (t: CaseContext, token: string): Promise<Answer> =>
  refresh(t.session, t.session.app('main'), token);

/** A request to the API with an access token. */
export const callApi = (t: CaseContext, app: ClientApp, accessToken: string): Promise<Answer> =>
  t.session.send('GET', '/items', { headers: { Authorization: `Bearer ${accessToken}` }, budget: budgetOf(app) });

export const accessTokenOf = ({ body }: Answer): string => String((body as { access_token?: unknown }).access_token);

export const refreshTokenOf = ({ body }: Answer): string => String((body as { refresh_token?: unknown }).refresh_token);

export const exchangeCode = (t: CaseContext, code: string, fields: object = {}) =>
  exchange(t.session, t.session.app('main'), code, fields);

export const post = (t: CaseContext, path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.session.send('POST', path, { body, headers });

/** The fields as a form. */
export const formOf = (fields: object): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Asserts an OAuth error: `error`, `code` and status. */
export function expectOAuthError(t: CaseContext, answer: Answer, error: string, code: string, status = 400): void {
  t.expectStatus(answer, status, code);
  t.equal((answer.body as { error?: unknown }).error, error, 'error', answer);
}

export const expectInvalidGrant = (t: CaseContext, answer: Answer, code: string): void =>
  expectOAuthError(t, answer, 'invalid_grant', `oauth.${code}`);
