import { isList, OPERATIONS } from '../../contract/bundle.ts';
import { CannotRun } from '../../exit.ts';
import { type App, type AppRole, budgetOf, type ClientApp } from '../../target/target.ts';
import type { Session } from '../session.ts';

/** Roles whose credentials are not accepted, or not everywhere. */
const NOT_ACCEPTED: readonly AppRole[] = ['archived', 'revoked', 'walled'];

/** Rejects client secrets and API keys that the deployment does not accept. */
export async function checkCredentials(session: Session): Promise<void> {
  for (const [index, app] of session.target.apps.entries()) {
    if (NOT_ACCEPTED.includes(app.role)) continue;
    const where = `of the ${app.product} ${app.env} app in the role ${app.role}`;
    if (isClient(app) && !(await acceptsClient(session, app)))
      throw new CannotRun(
        `apps[${index}].clientSecret: the deployment does not accept the client id and secret ${where}.`,
      );
    if (app.apiKey && !(await acceptsKey(session, app, app.apiKey)))
      throw new CannotRun(`apps[${index}].apiKey: the deployment does not accept the key ${where}.`);
  }
}

const isClient = (app: App): app is ClientApp => app.clientId !== undefined && app.clientSecret !== undefined;

/** Revokes an unknown token, which has no effect and, other than issuing one, does not count as a mint. */
async function acceptsClient(session: Session, app: ClientApp): Promise<boolean> {
  const body = { client_id: app.clientId, client_secret: app.clientSecret, token: 'unknown' };
  return (await session.send('POST', '/oauth/revoke', { body, budget: budgetOf(app) })).status !== 401;
}

/** Calls an operation for the main merchant. Whether the key reaches that merchant is not checked. */
async function acceptsKey(session: Session, app: App, key: string): Promise<boolean> {
  const operation = OPERATIONS.find((one) => one.acceptsKey && isList(one));
  const path = `${operation?.path}?companyId=${session.merchant('main').companyId}`;
  return (await session.send('GET', path, { headers: { 'X-API-Key': key }, budget: budgetOf(app) })).status !== 401;
}
