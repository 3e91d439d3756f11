import type { ClientApp, Merchant } from '../target/target.ts';
import { connect, credentialsOf } from './connections.ts';
import type { Session } from './session.ts';
import { Unavailable } from './unavailable.ts';

/** Lifetime of an access token in milliseconds. */
const LIFETIME = 900_000;
/** A token is replaced this long before it expires. */
const MARGIN = 60_000;

interface Token {
  /** Concurrent requests share the token that the first of them asked for. */
  readonly text: Promise<string>;
  readonly until: number;
}

const tokens = new WeakMap<Session, Map<string, Token>>();

/**
 * An access token of the app for the merchant, minted or, in production, obtained through a
 * connection. Reused until it expires.
 */
export async function tokenFor(session: Session, app: ClientApp, merchant: Merchant): Promise<string> {
  const kept = tokens.get(session) ?? new Map<string, Token>();
  tokens.set(session, kept);
  const key = `${app.clientId} ${merchant.companyId}`;
  const last = kept.get(key);
  if (last && last.until > session.clock.now() + MARGIN) return last.text;
  const token = { text: newToken(session, app, merchant), until: session.clock.now() + LIFETIME };
  kept.set(key, token);
  try {
    return await token.text;
  } catch (error) {
    if (kept.get(key) === token) kept.delete(key);
    throw error;
  }
}

async function newToken(session: Session, app: ClientApp, merchant: Merchant): Promise<string> {
  const text =
    app.env === 'SANDBOX' ? await mint(session, app, merchant) : (await connect(session, app, merchant)).accessToken;
  session.memory.keepSecret(text);
  return text;
}

async function mint(session: Session, app: ClientApp, merchant: Merchant): Promise<string> {
  const body = { ...credentialsOf(app), merchant_id: merchant.companyId };
  const send = () => session.send('POST', '/token', { body });
  const first = await send();
  // An earlier run may have spent this minute's limit. The second request waits until the minute that the first response names.
  const answer = first.status === 429 ? await send() : first;
  const { status, body: granted, text } = answer;
  const token = (granted as { access_token?: unknown } | null)?.access_token;
  if (typeof token !== 'string')
    throw new Unavailable(`no token for ${app.product}: ${status} ${text.slice(0, 200)}`, answer);
  return token;
}
