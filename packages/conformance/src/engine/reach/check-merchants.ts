import { CannotRun } from '../../exit.ts';
import type { Answer } from '../../http/send.ts';
import { budgetOf, type ClientApp, type Merchant } from '../../target/target.ts';
import { codeOf } from '../expectations.ts';
import type { Session } from '../session.ts';
import { tokenFor } from '../tokens.ts';
import { NoToken } from '../unavailable.ts';

const ROLES = ['main', 'other'] as const;

/** Rejects merchants that the main apps cannot reach. Returns a token. */
export async function checkMerchants(session: Session): Promise<string> {
  const { target } = session;
  for (const app of ROLES)
    for (const merchant of ROLES) await checkGrant(session, session.app(app), session.merchant(merchant));
  const merchants = target.merchants.filter(({ role }) => role === 'main' || role === 'other' || role === 'abroad');
  for (const merchant of merchants) await checkOpen(session, merchant);
  return tokenFor(session, session.app('main'), session.merchant('main'));
}

async function checkGrant(session: Session, app: ClientApp, merchant: Merchant): Promise<string> {
  return tokenFor(session, app, merchant).catch((error: unknown) => {
    throw error instanceof NoToken ? new CannotRun(whyNoToken(error, fieldsOf(session, app, merchant))) : error;
  });
}

/** Reads as the other app, so that the main and the spare apps begin with equally many requests left. */
async function checkOpen(session: Session, merchant: Merchant): Promise<void> {
  const app = session.app('other');
  const headers = { Authorization: `Bearer ${await checkGrant(session, app, merchant)}` };
  const read = await session.send('GET', '/stores?limit=1', { headers, budget: budgetOf(app) });
  if (codeOf(read) === 'partner.company_denied')
    throw new CannotRun(
      `${fieldsOf(session, app, merchant).companyId} is closed. Reopen it, or name another merchant.`,
    );
}

/** How messages name the app and the merchant. */
interface Fields {
  readonly app: string;
  readonly role: string;
  readonly companyId: string;
}

function fieldsOf({ target }: Session, app: ClientApp, merchant: Merchant): Fields {
  const field = `merchants[${target.merchants.indexOf(merchant)}].companyId`;
  return {
    app: `apps[${target.apps.indexOf(app)}]`,
    role: app.role,
    companyId: `${field}: the merchant ${merchant.companyId} in the role ${merchant.role}`,
  };
}

function whyNoToken({ answer, message }: NoToken, { app, role, companyId }: Fields): string {
  switch (codeOf(answer)) {
    case 'developer.grant_missing':
      return `${companyId} does not exist, is closed, or is not a sandbox merchant of the organization of the app in the role ${role} (${app}).`;
    case 'developer.env_mismatch':
      return `${companyId} is a live merchant. This role needs a sandbox merchant.`;
    case 'developer.app_archived':
      return `${app}.clientId: the app in the role ${role} is archived.`;
    case 'developer.use_oauth':
    case 'developer.use_api_key':
      return `${app}.clientId: the credential of the app in the role ${role} is one for production. This role needs a sandbox credential.`;
    default:
      return `${app}: the app in the role ${role} gets ${reasonOf(answer, message)}`;
  }
}

const reasonOf = ({ status }: Answer, message: string): string =>
  status === 429 ? 'no token because the limit on mints is used up. Wait for a minute.' : message;
