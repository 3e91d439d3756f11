import { type Draw, drawing } from '../../draw.ts';
import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { redirectUriOf } from '../../run/connections.ts';
import type { Family } from '../../specification/access/state.ts';
import type { ClientApp, Merchant } from '../../target/target.ts';
import { clientsOf } from '../credentials.ts';
import { appendTo, kindsOf } from '../divergences.ts';
import { shuffled } from '../requests/covering.ts';
import { pick } from '../requests/factor.ts';
import { occursAgain } from '../shrink/shrink.ts';
import { accessWorldOf } from './access-world.ts';

/** Sequences of requests about the codes and tokens of a few connections, in every state. */

/** An app, and a merchant that connects it. */
interface Party {
  readonly app: ClientApp;
  readonly merchant: Merchant;
}

/** An act on what the walk has obtained so far. Numbers are places in its lists; without `by`, its own client acts. */
type Act =
  | { readonly kind: 'authorize'; readonly party: number; readonly verifier: number }
  | { readonly kind: 'exchange'; readonly code: number; readonly by?: number; readonly how: (typeof HOW)[number] }
  | { readonly kind: 'refresh' | 'revoke'; readonly code: number; readonly by?: number; readonly age: number }
  | { readonly kind: 'call'; readonly token: number }
  | { readonly kind: 'mint'; readonly party: number; readonly url: '/token' | '/oauth/token' }
  | { readonly kind: 'disconnect'; readonly code: number }
  | { readonly kind: 'wait'; readonly code: number; readonly until: (typeof INSTANTS)[number]; readonly more: number };

/** Ways to present a code. */
const HOW = ['right', 'other URI', 'other verifier'] as const;

/** Verifiers, of which the last ones are too short or too long. */
const VERIFIERS = [
  undefined,
  'v'.repeat(43),
  'v'.repeat(128),
  `-._~${'V0'.repeat(20)}`,
  'v'.repeat(42),
  'v'.repeat(129),
];

/** Number of verifiers with which a code can be exchanged. */
const RIGHT = VERIFIERS.length - 2;

/** Instants at which what a token can do changes. */
const INSTANTS = ['code', 'grace', 'lost', 'access', 'refresh'] as const;

/** Milliseconds after which every instance treats a second exchange as a replay instead of a race. */
const RACE_WINDOW = 1_500;

const SECOND = 1_000;

/** An access token is accepted this long after it expires, since clocks differ. */
const TOLERANCE = 5 * SECOND;

/** Ends the connection of the app that has this access token, as the merchant's owner. */
export type Disconnect = (t: CaseContext, merchant: Merchant, accessToken: string) => Promise<void>;

export interface GrantWalk {
  readonly sequences: number;
  /** True if they move the clock. */
  readonly moves: boolean;
  readonly disconnect: Disconnect;
}

/** A code, and the first access token that it was exchanged for. */
interface Held {
  readonly party: Party;
  readonly text: string;
  readonly verifier: string | undefined;
  readonly redirectUri: string;
  accessToken?: string | undefined;
}

const PARTIES = [
  ['single', 'FULL', 'SANDBOX', 'single'],
  ['main', 'FULL', 'SANDBOX', 'main'],
  ['main', 'FULL', 'SANDBOX', 'other'],
  ['other', 'FULL', 'SANDBOX', 'main'],
  ['main', 'ONLINE_ORDER', 'SANDBOX', 'main'],
  ['main', 'FULL', 'PRODUCTION', 'live'],
  ['main', 'ONLINE_ORDER', 'PRODUCTION', 'live'],
  ['walled', 'FULL', 'SANDBOX', 'main'],
  ['admitted', 'FULL', 'SANDBOX', 'main'],
] as const;

const ROLES = ['main', 'other', 'single', 'admitted', 'walled', 'archived'];

class Walk {
  readonly #t: CaseContext;
  readonly #disconnect: Disconnect;
  readonly #parties: readonly Party[];
  readonly #clients: readonly ClientApp[];
  readonly #codes: Held[] = [];
  readonly #tokens: { readonly party: Party; readonly text: string }[] = [];

  constructor(t: CaseContext, disconnect: Disconnect) {
    this.#t = t;
    this.#disconnect = disconnect;
    const { target } = t.session;
    this.#clients = clientsOf(target).filter(({ role }) => ROLES.includes(role));
    this.#parties = PARTIES.flatMap(([role, product, env, at]) => {
      const app = clientsOf(target).find((one) => one.role === role && one.product === product && one.env === env);
      const merchant = target.merchants.find((one) => one.role === at);
      return app && merchant ? [{ app, merchant }] : [];
    });
  }

  get #world() {
    return accessWorldOf(this.#t.session);
  }

  #familyOf(code: number): Family | undefined {
    const { state } = this.#world;
    return state.families.get(state.codes.get(this.#codes[code]?.text ?? '')?.family ?? 0);
  }

  /** A client that is not the one of the connection, or another way to present its second code. None of these has an effect. */
  stranger(draw: Draw): Act {
    const others = [...this.#clients.keys()].filter((by) => this.#clients[by] !== this.#codes[0]?.party.app);
    const by = pick(others, draw) ?? 0;
    const how = HOW[draw(HOW.length)] ?? 'right';
    const party = draw(this.#parties.length);
    const acts: readonly Act[] = [
      { kind: 'refresh', code: 0, by, age: draw(3) },
      { kind: 'revoke', code: 0, by, age: draw(3) },
      { kind: 'exchange', code: draw(2), by, how },
      { kind: 'exchange', code: 1, how: draw(2) === 0 ? 'other URI' : 'other verifier' },
      { kind: 'mint', party, url: draw(2) === 0 ? '/token' : '/oauth/token' },
    ];
    return acts[draw(acts.length)] as Act;
  }

  get parties(): number {
    return this.#parties.length;
  }

  async perform(act: Act): Promise<void> {
    if ('party' in act) return this.#obtain(act, this.#parties[act.party] as Party);
    if (act.kind === 'call') return this.#call(act.token);
    const code = this.#codes[act.code];
    if (!code) return;
    if (act.kind === 'wait') return this.#wait(act);
    if (act.kind === 'disconnect') return this.#end(code);
    const client = this.#clients[act.by ?? -1] ?? code.party.app;
    if (act.kind === 'exchange') return this.#exchange(code, client, act.how);
    const text = this.#familyOf(act.code)?.tokens.at(-1 - act.age);
    if (text === undefined) return;
    const token = act.kind === 'revoke' ? { token: text } : { grant_type: 'refresh_token', refresh_token: text };
    const url = act.kind === 'revoke' ? '/oauth/revoke' : '/oauth/token';
    this.#keep(code.party, await this.#world.ask(this.#t, client, token, url));
  }

  async #obtain(act: Extract<Act, { readonly party: number }>, party: Party): Promise<void> {
    const { app, merchant } = party;
    if (act.kind === 'authorize') {
      const verifier = VERIFIERS[act.verifier];
      const redirectUri = app.redirectUris?.at(act.verifier % app.redirectUris.length) ?? redirectUriOf(app);
      const text = await this.#world.authorize(this.#t, app, merchant, { verifier, redirectUri });
      this.#codes.push({ party, text, verifier, redirectUri });
      return;
    }
    const fields = { merchant_id: merchant.companyId, grant_type: 'client_credentials' };
    this.#keep(party, await this.#world.ask(this.#t, app, fields, act.url));
  }

  async #exchange(code: Held, client: ClientApp, how: (typeof HOW)[number]): Promise<void> {
    const { session } = this.#t;
    const known = this.#world.state.codes.get(code.text);
    if (known?.family !== undefined) await session.clock.wait(RACE_WINDOW);
    const fields = {
      grant_type: 'authorization_code',
      code: code.text,
      redirect_uri: how === 'other URI' ? `${code.redirectUri}/other` : code.redirectUri,
      code_verifier: how === 'other verifier' ? 'w'.repeat(43) : code.verifier,
    };
    const accessToken = this.#keep(code.party, await this.#world.ask(this.#t, client, fields));
    code.accessToken ??= accessToken;
  }

  /** Keeps the access token of a response. */
  #keep(party: Party, { body }: Answer): string | undefined {
    const { access_token: text } = (body ?? {}) as { access_token?: unknown };
    if (typeof text !== 'string') return undefined;
    this.#t.session.memory.keepSecret(text);
    this.#tokens.push({ party, text });
    return text;
  }

  /** Calls the API for the token's merchant, for another one, and with a scope that only one product has. */
  async #call(token: number, isLast = false): Promise<void> {
    const { party, text } = this.#tokens[token] ?? {};
    if (!party) return;
    const headers = { Authorization: `Bearer ${text}` };
    const other = this.#parties.find(({ merchant }) => merchant !== party.merchant)?.merchant ?? party.merchant;
    for (const { companyId } of isLast ? [party.merchant] : [party.merchant, other])
      await this.#world.send(this.#t, { method: 'GET', url: `/stores/999999999?companyId=${companyId}`, headers });
    if (!isLast) await this.#world.send(this.#t, { method: 'GET', url: '/brands/999999999', headers });
  }

  async #wait({ code, until, more }: Extract<Act, { readonly kind: 'wait' }>): Promise<void> {
    const family = this.#familyOf(code);
    const { state, now } = this.#world;
    const { text = '', accessToken = '' } = this.#codes[code] ?? {};
    const instant = {
      code: (state.codes.get(text)?.issuedAt ?? 0) + 300 * SECOND,
      grace: (family?.rotatedAt ?? 0) + 30 * SECOND,
      lost: (family?.rotatedAt ?? 0) + 86_400 * SECOND,
      access: (state.tokens.get(accessToken)?.expiresAt ?? 0) + (more > 0 ? TOLERANCE : 0),
      refresh: family?.expiresAt ?? 0,
    }[until];
    await this.#t.session.clock.wait(instant + more * SECOND - now);
  }

  async #end({ party, accessToken }: Held): Promise<void> {
    if (accessToken === undefined) return;
    await this.#disconnect(this.#t, party.merchant, accessToken);
    this.#world.noteDisconnected(party.app, party.merchant);
  }

  /** Presents everything once more: what an act did is often seen only later. */
  async finish(): Promise<void> {
    for (const [token] of this.#tokens.entries()) await this.#call(token, true);
    for (const code of this.#codes.keys()) {
      const { tokens = [] } = this.#familyOf(code) ?? {};
      if (tokens.length === 0) await this.perform({ kind: 'exchange', code, how: 'right' });
      for (const age of tokens.length > 1 ? [0, 1] : [0]) await this.perform({ kind: 'refresh', code, age });
    }
  }
}

const refreshed = (age: number): Act => ({ kind: 'refresh', code: 0, age });
const revoked = (age: number): Act => ({ kind: 'revoke', code: 0, age });
const exchanged = (code: number, how: (typeof HOW)[number]): Act => ({ kind: 'exchange', code, how });
const called = (token: number): Act => ({ kind: 'call', token });

/** States of a connection, by what leads to them after its code was exchanged. */
const SETUPS: readonly (readonly Act[])[] = [
  [refreshed(0)],
  [refreshed(0), refreshed(0)],
  [refreshed(0), called(1)],
  [refreshed(0), refreshed(1)],
  [refreshed(0), refreshed(1), called(2)],
  [],
];

/** The response to a refresh is repeated long after it, which extends the connection. */
const REPEATED_LATER: readonly Act[] = [refreshed(0), { kind: 'wait', code: 0, until: 'lost', more: -3 }, refreshed(1)];

/** What can be done with a connection in any state. */
const FINALS: readonly Act[] = [
  ...[0, 1, 2, 3].map(refreshed),
  ...[0, 1, 2].map(revoked),
  exchanged(0, 'right'),
  exchanged(0, 'other URI'),
  { kind: 'disconnect', code: 0 },
];

/** What shows that an instant has passed. */
const AFTER: Readonly<Record<(typeof INSTANTS)[number], Act>> = {
  code: exchanged(1, 'right'),
  grace: refreshed(1),
  lost: refreshed(1),
  access: called(0),
  refresh: refreshed(0),
};

/** Seconds before and after an instant, by more than clocks differ. */
const AROUND = [-3, 3];

const TIMED: readonly (readonly Act[])[] = INSTANTS.flatMap((until) =>
  AROUND.map((more): Act[] => [{ kind: 'wait', code: until === 'code' ? 1 : 0, until, more }, AFTER[until]]),
);

const LATER: Act = { kind: 'wait', code: 0, until: 'grace', more: 3 };

const OF_CODE = TIMED.slice(0, AROUND.length);

/** Brings connections into each state, and does there what can be done, or what shows that an instant has passed. */
export async function walkGrants(t: CaseContext, { sequences, moves, disconnect }: GrantWalk): Promise<void> {
  const draw = drawing(t.seed);
  const ends = moves ? TIMED : FINALS.map((final) => [final]);
  const setups = moves ? [...SETUPS, REPEATED_LATER] : SETUPS;
  const plans = shuffled(
    setups.flatMap((setup) => ends.map((end) => [setup, end] as const)),
    draw,
  );
  for (const [n, [setup, end]] of plans.slice(0, sequences).entries()) {
    const before = kindsOf(t);
    const walk = new Walk(t, disconnect);
    const acts: Act[] = [];
    const perform = async (act: Act): Promise<void> => {
      acts.push(act);
      await walk.perform(act);
    };
    const authorize = (verifier: number) => perform({ kind: 'authorize', party: n % walk.parties, verifier });
    // Only a code with a verifier of the right length leads anywhere.
    await authorize(n % RIGHT);
    if (!moves || OF_CODE.includes(end)) await authorize(n % VERIFIERS.length);
    // A rotation extends the connection only if it comes later than the exchange.
    const start = moves ? [exchanged(0, 'right'), LATER] : [exchanged(0, 'right')];
    for (const act of [...start, ...setup]) await perform(act);
    if (!moves) for (const _ of [1, 2, 3]) await perform(walk.stranger(draw));
    for (const act of end) await perform(act);
    await walk.finish();
    const [found] = [...kindsOf(t)].filter((kind) => !before.has(kind));
    if (found !== undefined && before.size === 0) await shrink(t, acts, found, disconnect);
  }
  if (t.findings.length === 0) t.session.observeKept(SHOWN);
}

/** Requirements that no single answer shows: what one request has left as it was for another. */
const SHOWN = [
  'auth.token_opens',
  'mint.earlier_tokens',
  'oauth.failed_check_keeps_code',
  'oauth.family_per_merchant',
  'oauth.merchant_carried',
  'oauth.production',
  'oauth.revoke_client',
  'oauth.revoke_environment',
];

/** Adds the shortest part of a sequence in which a divergence occurs again to its finding. */
async function shrink(t: CaseContext, acts: readonly Act[], kind: string, disconnect: Disconnect): Promise<void> {
  const occurs = (some: readonly Act[]): Promise<boolean> =>
    occursAgain(t, kind, async (scratch) => {
      const walk = new Walk(scratch, disconnect);
      for (const act of some) await walk.perform(act);
      await walk.finish();
    });
  let shortest = acts;
  for (let at = acts.length - 1; at >= 0; at -= 1) {
    const fewer = shortest.toSpliced(at, 1);
    if (await occurs(fewer)) shortest = fewer;
  }
  if (shortest.length < acts.length)
    appendTo(t, kind, `after ${shortest.map((act) => JSON.stringify(act)).join(', ')}`);
}
