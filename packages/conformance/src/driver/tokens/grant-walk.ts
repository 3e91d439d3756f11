import { randomInt } from 'node:crypto';
import { type Draw, drawing } from '../../draw.ts';
import { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf, redirectUriOf } from '../../engine/connections.ts';
import { Stopped } from '../../engine/expectations.ts';
import type { Answer } from '../../http/send.ts';
import type { Family } from '../../specification/access/state.ts';
import type { ClientApp, Merchant } from '../../target/target.ts';
import { appendTo, kindsOf } from '../divergences.ts';
import { pick } from '../requests/factor.ts';
import { accessWorldOf } from './access-world.ts';
import { clientsOf } from './known.ts';

/** Sequences of requests about the codes and tokens of a few connections, in as many states as possible. */

/** An app, and a merchant that connects it. */
interface Party {
  readonly app: ClientApp;
  readonly merchant: Merchant;
}

/** An act on what the walk has obtained so far. Numbers are places in its lists. */
type Act =
  | { readonly kind: 'authorize'; readonly party: number; readonly verifier: number }
  | { readonly kind: 'exchange'; readonly code: number; readonly by: number; readonly how: (typeof HOW)[number] }
  | { readonly kind: 'refresh' | 'revoke'; readonly code: number; readonly by: number; readonly age: number }
  | { readonly kind: 'call'; readonly token: number }
  | { readonly kind: 'mint'; readonly party: number; readonly url: '/token' | '/oauth/token' }
  | { readonly kind: 'disconnect'; readonly code: number }
  | { readonly kind: 'wait'; readonly code: number; readonly until: (typeof INSTANTS)[number]; readonly more: number };

/** Ways to present a code. */
const HOW = ['right', 'other URI', 'other verifier'] as const;

/** Verifiers, of which some are too short or too long. */
const VERIFIERS = [
  undefined,
  'v'.repeat(43),
  'v'.repeat(128),
  `-._~${'V0'.repeat(20)}`,
  'v'.repeat(42),
  'v'.repeat(129),
];

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
  /** Number of acts in each sequence, and of sequences. */
  readonly length: number;
  readonly sequences: number;
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
    this.#clients = clientsOf(target).filter(({ role }) => ['main', 'other', 'admitted', 'archived'].includes(role));
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

  /** Every act that is possible now. */
  acts(moves: boolean): Act[] {
    const places = (list: readonly unknown[]): number[] => [...list.keys()];
    const clients = places(this.#clients);
    return [
      ...places(this.#parties).flatMap((party): Act[] => [
        ...places(VERIFIERS).map((verifier) => ({ kind: 'authorize', party, verifier }) as const),
        ...(['/token', '/oauth/token'] as const).map((url) => ({ kind: 'mint', party, url }) as const),
      ]),
      ...places(this.#codes).flatMap((code): Act[] => {
        const family = this.#familyOf(code);
        const ages = places(family?.tokens ?? []).slice(0, 4);
        return [
          ...clients.flatMap((by) => HOW.map((how) => ({ kind: 'exchange', code, by, how }) as const)),
          ...clients.flatMap((by) =>
            ages.flatMap((age) => (['refresh', 'revoke'] as const).map((kind) => ({ kind, code, by, age }))),
          ),
          ...(family && family.revokedBy === undefined && family.expiresAt > this.#world.now
            ? [{ kind: 'disconnect', code } as const]
            : []),
          ...(moves
            ? INSTANTS.flatMap((until) => [-3, 3].map((more) => ({ kind: 'wait', code, until, more }) as const))
            : []),
        ];
      }),
      ...places(this.#tokens).map((token) => ({ kind: 'call', token }) as const),
    ];
  }

  /** What is alike for acts that the service has the same reason to answer alike. */
  kindOf(act: Act): string {
    const { now, state } = this.#world;
    if (act.kind === 'authorize' || act.kind === 'mint') return JSON.stringify(act);
    if (act.kind === 'call') {
      const { text = '' } = this.#tokens[act.token] ?? {};
      const token = state.tokens.get(text);
      const family = state.families.get(token?.issuedWith?.family ?? 0);
      const isLatest = family?.tokens.length === token?.issuedWith?.generation;
      return JSON.stringify([act.kind, token && token.expiresAt > now, isLatest, this.#stateOf(family)]);
    }
    const held = this.#codes[act.code];
    const { text = '', party } = held ?? {};
    const code = state.codes.get(text);
    const ofCode = [code === undefined, held?.verifier, now - (code?.issuedAt ?? 0) > 300 * SECOND];
    const { code: _, ...how } = act;
    const isOwn = 'by' in act && this.#clients[act.by] === party?.app;
    return JSON.stringify([how, isOwn, act.kind === 'exchange' ? ofCode : [], this.#stateOf(this.#familyOf(act.code))]);
  }

  #stateOf(family: Family | undefined): unknown {
    if (!family) return undefined;
    const { now } = this.#world;
    const age = (now - family.rotatedAt) / SECOND;
    return [
      family.env,
      Math.min(3, family.tokens.length),
      [30, 86_400].filter((limit) => age > limit).length,
      family.expiresAt > now,
      family.isUsed,
      family.revokedBy,
    ];
  }

  async perform(act: Act): Promise<void> {
    if ('party' in act) return this.#obtain(act, this.#parties[act.party] as Party);
    if (act.kind === 'call') return this.#call(act.token);
    const code = this.#codes[act.code];
    if (!code) return;
    if (act.kind === 'wait') return this.#wait(act);
    if (act.kind === 'disconnect') return this.#end(code);
    const client = this.#clients[act.by] as ClientApp;
    if (act.kind === 'exchange') return this.#exchange(code, client, act.how);
    const text = this.#familyOf(act.code)?.tokens.at(-1 - act.age);
    if (text === undefined) return;
    const token = act.kind === 'revoke' ? { token: text } : { grant_type: 'refresh_token', refresh_token: text };
    const body = { ...credentialsOf(client), ...token };
    this.#keep(
      code.party,
      await this.#world.send(this.#t, { url: act.kind === 'revoke' ? '/oauth/revoke' : '/oauth/token', body }),
    );
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
    const fields = { ...credentialsOf(app), merchant_id: merchant.companyId, grant_type: 'client_credentials' };
    this.#keep(party, await this.#world.send(this.#t, { url: act.url, body: fields }));
  }

  async #exchange(code: Held, client: ClientApp, how: (typeof HOW)[number]): Promise<void> {
    const { session } = this.#t;
    const known = this.#world.state.codes.get(code.text);
    if (known?.family !== undefined) await session.clock.wait(RACE_WINDOW);
    const fields = {
      ...credentialsOf(client),
      grant_type: 'authorization_code',
      code: code.text,
      redirect_uri: how === 'other URI' ? `${code.redirectUri}/other` : code.redirectUri,
      code_verifier: how === 'other verifier' ? 'w'.repeat(43) : code.verifier,
    };
    const answer = await this.#world.send(this.#t, { url: '/oauth/token', body: fields });
    code.accessToken ??= this.#keep(code.party, answer);
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
  async #call(token: number): Promise<void> {
    const { party, text } = this.#tokens[token] ?? {};
    if (!party) return;
    const headers = { Authorization: `Bearer ${text}` };
    const other = this.#parties.find(({ merchant }) => merchant !== party.merchant)?.merchant ?? party.merchant;
    for (const { companyId } of [party.merchant, other])
      await this.#world.send(this.#t, { method: 'GET', url: `/stores/999999999?companyId=${companyId}`, headers });
    await this.#world.send(this.#t, { method: 'GET', url: '/brands/999999999', headers });
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
    for (const [token] of this.#tokens.entries()) await this.#call(token);
    for (const [code, { party }] of this.#codes.entries()) {
      const by = this.#clients.indexOf(party.app);
      const { tokens = [] } = this.#familyOf(code) ?? {};
      if (by < 0) continue;
      if (tokens.length === 0) await this.perform({ kind: 'exchange', code, by, how: 'right' });
      for (const age of tokens.length > 1 ? [0, 1] : [0]) await this.perform({ kind: 'refresh', code, by, age });
    }
  }
}

/** Walks through sequences of acts, and prefers those that no sequence has done in the same state. */
export async function walkGrants(t: CaseContext, { length, sequences, moves, disconnect }: GrantWalk): Promise<void> {
  const draw = drawing(t.seed);
  const done = new Set<string>();
  for (let n = 0; n < sequences; n += 1) {
    const before = kindsOf(t);
    const walk = new Walk(t, disconnect);
    const acts: Act[] = [];
    for (let step = 0; step < length; step += 1) {
      const act = nextAct(walk, walk.acts(moves), done, draw);
      done.add(walk.kindOf(act));
      acts.push(act);
      await walk.perform(act);
    }
    await walk.finish();
    const [found] = [...kindsOf(t)].filter((kind) => !before.has(kind));
    if (found !== undefined && before.size === 0) await shrink(t, acts, found, disconnect);
  }
}

/** An act of each kind has the same chance, as there are many more exchanges than waits. */
function nextAct(walk: Walk, possible: readonly Act[], done: ReadonlySet<string>, draw: Draw): Act {
  const fresh = possible.filter((act) => !done.has(walk.kindOf(act)));
  const [first] = possible;
  if (!possible.some(({ kind }) => kind === 'exchange'))
    return pick(
      possible.filter(({ kind }) => kind === 'authorize'),
      draw,
    ) as Act;
  const wanted = fresh.length > 0 ? fresh : possible;
  const kind = pick([...new Set(wanted.map((act) => act.kind))], draw);
  return (
    pick(
      wanted.filter((act) => act.kind === kind),
      draw,
    ) ?? (first as Act)
  );
}

/** Adds the shortest part of a sequence in which a divergence occurs again to its finding. */
async function shrink(t: CaseContext, acts: readonly Act[], kind: string, disconnect: Disconnect): Promise<void> {
  const { session, variant, seed, runs, proves } = t;
  const occurs = async (some: readonly Act[]): Promise<boolean> => {
    const scratch = new CaseContext(session, variant, { seed, runs, mark: String(randomInt(1e8)), proves });
    const noted = t.findings.length;
    const walk = new Walk(scratch, disconnect);
    try {
      for (const act of some) await walk.perform(act);
      await walk.finish();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      t.findings.splice(noted);
    }
    return kindsOf(scratch).has(kind);
  };
  let shortest = acts;
  for (let at = acts.length - 1; at >= 0; at -= 1) {
    const fewer = shortest.toSpliced(at, 1);
    if (await occurs(fewer)) shortest = fewer;
  }
  if (shortest.length < acts.length)
    appendTo(t, kind, `after ${shortest.map((act) => JSON.stringify(act)).join(', ')}`);
}
