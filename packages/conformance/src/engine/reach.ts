import { CannotRun } from '../exit.ts';
import type { Session } from './session.ts';
import { tokenFor } from './tokens.ts';
import { Unavailable } from './unavailable.ts';

/** Checks that the target is reachable and accepts the credentials; reports precisely what is wrong. */
export async function reach(session: Session): Promise<void> {
  const { baseUrl } = session.target;
  const jwks = await session.send('GET', '/.well-known/jwks.json');
  if (jwks.status !== 200 || !Array.isArray((jwks.body as { keys?: unknown } | null)?.keys))
    throw new CannotRun(`${baseUrl} is no partner API: its key set answers ${jwks.status} ${jwks.text.slice(0, 80)}`);
  session.version = await versionOf(session);
  await session.clock.read().catch((error: Error) => {
    throw new CannotRun(`The test clock of the configuration is not there: ${error.message}`);
  });
  for (const role of ['main', 'other'] as const) {
    for (const merchant of ['main', 'other'] as const) await tryToken(session, role, merchant);
  }
}

async function versionOf(session: Session): Promise<string | undefined> {
  const { body } = await session.send('GET', '/openapi.json');
  const version = (body as { info?: { version?: unknown } } | null)?.info?.version;
  return typeof version === 'string' ? version : undefined;
}

async function tryToken(session: Session, role: 'main' | 'other', merchant: 'main' | 'other'): Promise<void> {
  try {
    await tokenFor(session, session.app(role), session.merchant(merchant));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new CannotRun(`The app ${role} gets no token for the merchant ${merchant}: ${error.message}`);
  }
}
