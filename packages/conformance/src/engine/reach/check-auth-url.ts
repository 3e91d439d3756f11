import { CannotRun } from '../../exit.ts';
import { send } from '../../http/send.ts';
import type { ClientApp, Merchant, MerchantRole } from '../../target/target.ts';
import { authorizeUrl, newState, ownerVisitor, redirectUriOf } from '../connections.ts';
import { describePage } from '../forms.ts';
import type { Session } from '../session.ts';
import { Unmet } from '../unavailable.ts';
import { answered } from './answered.ts';

/** Merchants whose owners sign in in many cases. */
const ROLES: readonly MerchantRole[] = ['main', 'other', 'live'];

/** Rejects a host without the consent screen, and owners who cannot sign in there. */
export async function checkAuthUrl(session: Session): Promise<void> {
  const { authUrl, merchants } = session.target;
  if (!authUrl) return;
  const request = { method: 'GET', url: `${authUrl}/oauth/authorize`, headers: {}, body: undefined };
  const page = await answered('authUrl', authUrl, () => send(request));
  if (!/^text\/html\b/.test(page.headers['content-type'] ?? ''))
    throw new CannotRun(`authUrl: ${authUrl} has no consent screen at ${describePage(page)}.`);
  const app = session.app('main');
  if (!app.redirectUris?.length) return;
  for (const [index, merchant] of merchants.entries())
    if (ROLES.includes(merchant.role) && merchant.owner) await checkOwner(session, app, merchant, index);
}

async function checkOwner(session: Session, app: ClientApp, merchant: Merchant, index: number): Promise<void> {
  const url = authorizeUrl(session, app, { state: newState(), redirectUri: redirectUriOf(app) });
  try {
    await ownerVisitor(session, merchant).open(url);
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    throw new CannotRun(`merchants[${index}].owner: ${error.message}.`);
  }
}
