import { drawing } from '../../draw.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { credentialsOf, redirectUriOf } from '../../run/connections.ts';
import type { Family } from '../../specification/access/state.ts';
import type { ClientApp } from '../../target/target.ts';
import { clientsOf } from '../credentials.ts';
import { shuffled } from '../requests/covering.ts';
import { pick } from '../requests/factor.ts';
import { type AccessWorld, accessWorldOf } from './access-world.ts';
import { type Draft, draftOf, type Values, written } from './draft.ts';
import { CHANGES_OF_MESSAGE, type Change, changesOf, changesOfClient, forgeries } from './wrong-fields.ts';

/** Requests to the token endpoints with each field wrong in every way, and with two at a time. */

export const VERIFIER = 'conf-verifier-dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g';

const MINUTE = 60_000;

/** A request that succeeds, or that is rejected only for the state of its code or token. */
interface Base {
  /** `/oauth/token` if absent. */
  readonly url?: string;
  /** The main app if absent. */
  readonly app?: ClientApp;
  /** Fields to change alone, in every way, besides those that are changed together with others. */
  readonly alone?: readonly string[];
  /** The fields apart from the client's. */
  readonly make: (t: CaseContext, world: AccessWorld) => Promise<Values>;
  /** False once the code or token is no longer in the state that the request is about. */
  readonly isFresh?: (fields: Values, world: AccessWorld) => boolean;
}

const isUnused = ({ code }: Values, { state, now }: AccessWorld): boolean => {
  const known = state.codes.get(String(code));
  return known !== undefined && known.family === undefined && now - known.issuedAt < 3 * MINUTE;
};

/** The connection whose refresh token at this place is the text, unless it has ended. */
const familyWith = (text: unknown, at: -1 | -2, { state }: AccessWorld): Family | undefined =>
  [...state.families.values()].find(({ tokens, revokedBy }) => revokedBy === undefined && tokens.at(at) === text);

const isCurrent = (text: unknown, world: AccessWorld): boolean =>
  world.now < (familyWith(text, -1, world)?.expiresAt ?? 0);

/** Requests in every state that a code or token can be in without moving the clock. */
export function basesFor({ session }: CaseContext): Readonly<Record<string, () => Base>> {
  const app = session.app('main');
  const merchant = session.merchant('main');
  const uri = redirectUriOf(app);
  const code = (verifier?: string) => async (t: CaseContext, world: AccessWorld) => ({
    grant_type: 'authorization_code',
    code: await world.authorize(t, app, merchant, { verifier }),
    redirect_uri: uri,
    ...(verifier && { code_verifier: verifier }),
  });
  const connection = async (t: CaseContext, world: AccessWorld): Promise<{ used: Values; tokens: string[] }> => {
    const used = await code()(t, world);
    const first = (await world.ask(t, app, used)).body as Values;
    const second = (await world.refresh(t, app, String(first.refresh_token))).body as Values;
    return { used, tokens: [String(first.refresh_token), String(second.refresh_token)] };
  };
  const refresh = (refresh_token: unknown) => ({ grant_type: 'refresh_token', refresh_token });
  /** The current token of a connection, which goes on as long as it is not revoked. */
  let going: string | undefined;
  const current = async (t: CaseContext, world: AccessWorld): Promise<string> => {
    const family = [...world.state.families.values()].find(({ tokens }) => tokens.includes(going ?? ''));
    const latest = family?.tokens.at(-1);
    const token = latest && isCurrent(latest, world) ? latest : String((await connection(t, world)).tokens[1]);
    going = token;
    return token;
  };
  const sandbox = { grant_type: 'client_credentials', merchant_id: merchant.companyId };
  return {
    code: () => ({ alone: ['code_verifier'], make: code(), isFresh: isUnused }),
    challenged: () => ({
      alone: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'merchant_id'],
      make: code(VERIFIER),
      isFresh: isUnused,
    }),
    used: () => ({ make: async (t, world) => (await connection(t, world)).used }),
    refresh: () => ({
      // A refresh needs no decision of a person, so what all requests have in common is changed here.
      alone: ['refresh_token', ...OF_REQUEST],
      make: async (t, world) => refresh(await current(t, world)),
      isFresh: ({ refresh_token }, world) => isCurrent(refresh_token, world),
    }),
    previous: () => ({
      make: async (t, world) => refresh((await connection(t, world)).tokens[0]),
      isFresh: ({ refresh_token }, world) =>
        world.now - (familyWith(refresh_token, -2, world)?.rotatedAt ?? 0) < 20_000,
    }),
    sandbox: () => ({ alone: ['merchant_id', 'client_id', 'client'], make: async () => sandbox }),
    revoke: () => ({
      url: '/oauth/revoke',
      alone: ['token', 'client', 'media', 'method', 'language'],
      make: async (t, world) => ({ token: await current(t, world) }),
      isFresh: ({ token }, world) => isCurrent(token, world),
    }),
    only: () => ({ url: '/token', app: session.app('single'), alone: ['merchant_id'], make: async () => ({}) }),
    mint: () => ({ url: '/token', alone: ['grant_type', 'merchant_id', ...OF_REQUEST], make: async () => sandbox }),
  };
}

/** Parts of every request: the client, wherever it is named, and what is around the fields. */
const OF_REQUEST = ['client_id', 'client_secret', 'client', 'body', 'unknown', 'media', 'language', 'method'];

/** Ways to change a request with these values, among them values that are right for other fields and clients. */
async function changesFor(t: CaseContext, app: ClientApp, values: Values): Promise<Change[]> {
  const { session } = t;
  const clients = clientsOf(session.target).filter(({ role }) => role !== 'spare' && role !== 'limited');
  const sandbox = { merchant_id: session.merchant('main').companyId };
  const minted = await accessWorldOf(session).ask(t, session.app('main'), sandbox, '/token');
  const all = new Set([...Object.values(values), (minted.body as Values).access_token]);
  const keys = session.target.apps.flatMap(({ apiKey }) => apiKey ?? []);
  const more: Readonly<Record<string, readonly unknown[]>> = {
    client_id: clients.map(({ clientId }) => clientId),
    client_secret: [...clients.map(({ clientSecret }) => clientSecret), ...keys],
    grant_type: ['password', 'implicit', 'authorization_code', 'refresh_token', 'client_credentials', 'toString'],
    redirect_uri: [...(app.redirectUris ?? []), ...nearUri(redirectUriOf(app))],
    code_verifier: ['v'.repeat(42), 'v'.repeat(43), 'v'.repeat(128), 'v'.repeat(129)],
    refresh_token: forgeries(String(values.refresh_token)),
    token: forgeries(String(values.token)),
    merchant_id: [...session.target.merchants.map(({ companyId }) => companyId), 999_999_999],
  };
  const names = new Set(['merchant_id', 'code_verifier', ...Object.keys(values)]);
  return [
    ...[...names].flatMap((name) => {
      const others = [...all, ...(more[name] ?? [])].filter((value) => value !== values[name]);
      return changesOf(name, values[name] ?? (name === 'merchant_id' ? 1 : VERIFIER), others);
    }),
    ...changesOfClient(
      app,
      clients.filter((one) => one !== app),
    ),
    ...CHANGES_OF_MESSAGE,
  ];
}

const nearUri = (uri: string): string[] => [`${uri}/`, `${uri}?x=1`, `${uri}#x`, uri.replace('https', 'http')];

/** Sends every request with one change of the parts that are changed alone, and so many with two. */
export async function walkFields(t: CaseContext, base: Base, pairs: number): Promise<void> {
  const world = accessWorldOf(t.session);
  const { url = '/oauth/token', app = t.session.app('main'), alone = [], make, isFresh = () => true } = base;
  let fields: Values | undefined;
  const draft = async (): Promise<Draft> => {
    if (!fields || !isFresh(fields, world)) fields = await make(t, world);
    return draftOf(url, { ...credentialsOf(app), ...fields });
  };
  const send = async (...changes: readonly Change[]): Promise<void> => {
    const changed = changes.reduce((one, { of }) => of(one), await draft());
    await world.send(t, written(changed), changes.find(({ rule }) => rule)?.rule);
  };
  const changes = await changesFor(t, app, Object.fromEntries((await draft()).fields));
  const draw = drawing(t.seed);
  await send();
  const single = changes.filter(({ part }) => alone.includes(part));
  for (const change of t.sample(shuffled(single, draw))) await send(change);
  for (let n = 0; n < pairs; n += 1) {
    const [one, other] = [pick(changes, draw), pick(changes, draw)];
    if (one && other && one.part !== other.part) await send(one, other);
  }
  await send();
}
