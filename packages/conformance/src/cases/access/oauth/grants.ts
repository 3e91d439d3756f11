import { drawing } from '../../../draw.ts';
import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { authorize, credentialsOf, exchange, redirectUriOf, refresh } from '../../../engine/connections.ts';
import type { Answer } from '../../../http/send.ts';
import type { ClientApp } from '../../../target/target.ts';
import { accessTokenOf, callApi, post, refreshTokenOf } from './requests.ts';

/** Codes and refresh tokens: the response to each request follows from the requests before it. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CODE_LIFETIME = 5 * MINUTE;
const GRACE_WINDOW = 30 * SECOND;
const LOST_RESPONSE = 24 * 60 * MINUTE;
const REFRESH_LIFETIME = 8_640_000 * SECOND;

/** Milliseconds after which every instance treats a second exchange as a replay instead of a race. */
const RACE_WINDOW = 1_500;

interface Code {
  readonly client: ClientApp;
  readonly text: string;
  readonly at: number;
  family?: Family;
}

interface Family {
  readonly client: ClientApp;
  /** Every refresh token so far, the current one last. */
  readonly tokens: string[];
  /** The first access token, and the one of the latest response. */
  readonly accessToken: string;
  latestAccess: string;
  rotatedAt: number;
  /** When the 100 days began. */
  extendedAt: number;
  /** True once an access token issued with the current refresh token was used. */
  isUsed: boolean;
  isRevoked: boolean;
  /** The rules by which the family is as it is. */
  readonly because: Set<string>;
}

/** What a request has to get, by which rules. */
interface Prediction {
  /** Code of the error, if any. */
  readonly code?: string;
  readonly rules: readonly string[];
}

const rejected = (code: string, ...rules: readonly string[]): Prediction => ({
  code: `oauth.${code}`,
  rules: [`oauth.error.oauth.${code}`, ...rules],
});

function revoke(family: Family, rule: string): void {
  family.isRevoked = true;
  family.because.add(rule);
}

function predictExchange({ client, family, at }: Code, by: ClientApp, isElsewhere: boolean, now: number): Prediction {
  if (client !== by) {
    family?.because.add('oauth.code_replay');
    return rejected('code_invalid', 'oauth.code_of_client');
  }
  if (family) {
    revoke(family, 'oauth.code_replay');
    return rejected('code_invalid', 'oauth.code_single_use');
  }
  if (now - at > CODE_LIFETIME) return rejected('code_expired', 'time.code');
  if (isElsewhere) return rejected('redirect_uri_mismatch', 'oauth.failed_check_keeps_code');
  return { rules: ['oauth.code_exchange', 'oauth.code_of_client', 'time.code'] };
}

function predictRefresh(family: Family, age: number, by: ClientApp, now: number): Prediction {
  const { client, isRevoked, because } = family;
  const sinceRotation = now - family.rotatedAt;
  if (client !== by) {
    because.add('oauth.refresh_of_client');
    return rejected('refresh_invalid', 'oauth.refresh_of_client');
  }
  if (isRevoked) return rejected('grant_revoked', ...because);
  if (now - family.extendedAt >= REFRESH_LIFETIME)
    return rejected('refresh_expired', 'time.refresh_token', 'oauth.refresh_lost_extends');
  if (age === 0) return { rules: ['oauth.refresh', 'oauth.refresh_rotates', 'time.refresh_token', ...because] };
  if (age === 1 && sinceRotation <= GRACE_WINDOW)
    return { rules: ['oauth.refresh_grace', 'time.grace_window', ...because] };
  if (age === 1 && !family.isUsed && sinceRotation <= LOST_RESPONSE)
    return { rules: ['oauth.refresh_lost', 'time.lost_response', ...because] };
  revoke(family, 'oauth.refresh_reuse');
  return rejected('refresh_reused', 'oauth.refresh_reuse', 'time.grace_window', 'time.lost_response');
}

/** Compares a response with its prediction, which each of the rules explains. */
function compare(t: CaseContext, answer: Answer, { code, rules }: Prediction, isRight = true): boolean {
  const { code: got } = answer.body as { code?: unknown };
  const expected = `expected ${code ?? 'a token, and the right one'}, got ${got ?? answer.status}`;
  const isEqual = isRight && answer.status === (code ? 400 : 200) && got === code;
  for (const rule of rules) t.checkAlso(rule, isEqual, expected, answer);
  return isEqual && code === undefined;
}

async function newCode(t: CaseContext): Promise<Code> {
  const [client, at] = [t.session.app('main'), t.session.clock.now()];
  const callback = await authorize(t.session, client, t.session.merchant('main'));
  return { client, at, text: callback.searchParams.get('code') ?? '' };
}

/** Presents a code, by its client or another, with the redirect URI that it was issued for or another. */
async function exchangeCode(t: CaseContext, code: Code, by = code.client, isElsewhere = false): Promise<void> {
  if (code.family) await t.session.clock.wait(RACE_WINDOW);
  const now = t.session.clock.now();
  const prediction = predictExchange(code, by, isElsewhere, now);
  const redirectUri = `${redirectUriOf(code.client)}${isElsewhere ? '/elsewhere' : ''}`;
  const answer = await exchange(t.session, by, code.text, { redirect_uri: redirectUri });
  if (!compare(t, answer, prediction)) return;
  const [tokens, accessToken] = [[refreshTokenOf(answer)], accessTokenOf(answer)];
  const began = { rotatedAt: now, extendedAt: now, isUsed: false, isRevoked: false };
  code.family = { client: by, tokens, accessToken, latestAccess: accessToken, ...began, because: new Set() };
}

/** Sends a refresh token that this many have replaced. */
async function refreshFamily(t: CaseContext, family: Family, age = 0, by = family.client): Promise<void> {
  const { tokens } = family;
  const now = t.session.clock.now();
  const [token = '', successor] = tokens.slice(-1 - age);
  const prediction = predictRefresh(family, age, by, now);
  const answer = await refresh(t.session, by, token);
  const [next, access] = [refreshTokenOf(answer), accessTokenOf(answer)];
  const isRight =
    successor === undefined ? !tokens.includes(next) : prediction.code !== undefined || next === successor;
  if (!compare(t, answer, prediction, isRight && access !== family.latestAccess)) return;
  family.latestAccess = access;
  family.extendedAt = now;
  if (successor) return void family.because.add('oauth.refresh_lost_extends');
  tokens.push(next);
  family.rotatedAt = now;
  family.isUsed = false;
}

/** Uses the access token of the latest response. */
async function useAccess(t: CaseContext, family: Family): Promise<void> {
  t.expectStatus(await callApi(t, family.client, family.latestAccess), 200);
  family.isUsed = true;
}

async function revokeFamily(t: CaseContext, family: Family, age: number, by: ClientApp): Promise<void> {
  if (by !== family.client) family.because.add('oauth.refresh_of_client');
  else revoke(family, age === 0 ? 'oauth.revoke' : 'oauth.revoke_former');
  const answer = await post(t, '/oauth/revoke', { ...credentialsOf(by), token: family.tokens.at(-1 - age) });
  t.checkAlso('oauth.revoke_unknown', answer.text === '{"ok":true}', `it is ${answer.text}`, answer);
}

type Act = 'exchange' | 'replay' | 'refresh' | 'revoke' | 'use';
type Step = readonly [act: Act, age: number, how?: 'other' | 'elsewhere'];

/** Steps that leave a connection as usable as before, and steps that revoke it. */
const GENTLE: readonly Step[] = [
  ['refresh', 0],
  ['refresh', 1],
  ['refresh', 0, 'other'],
  ['refresh', 2, 'other'],
  ['revoke', 0, 'other'],
  ['revoke', 2, 'other'],
  ['replay', 0, 'other'],
  ['exchange', 0, 'other'],
  ['exchange', 0, 'elsewhere'],
  ['exchange', 0],
];
const HARSH: readonly Step[] = [
  ['refresh', 2],
  ['replay', 0],
  ['replay', 0, 'elsewhere'],
  ['revoke', 0],
  ['revoke', 1],
  ['revoke', 2],
];

/**
 * Connects twice: the tokens of one code are refreshed twice before the steps, and the other code waits. Each step comes so many
 * seconds after the one before. At the end each connection is refreshed.
 */
async function follow(t: CaseContext, steps: readonly Step[], seconds = 0): Promise<void> {
  const [used, pending] = [await newCode(t), await newCode(t)];
  await exchangeCode(t, used);
  const { family } = used;
  if (!family) return;
  for (const _ of [1, 2]) await refreshFamily(t, family);
  for (const [act, age, how] of steps) {
    if (seconds > 0) await t.session.clock.advance(seconds);
    const by = t.session.app(how === 'other' ? how : 'main');
    if (act === 'refresh') await refreshFamily(t, family, age, by);
    else if (act === 'revoke') await revokeFamily(t, family, age, by);
    else if (act === 'use') await useAccess(t, family);
    else await exchangeCode(t, act === 'replay' ? used : pending, by, how === 'elsewhere');
  }
  await exchangeOrRefresh(t, pending);
  await exchangeOrRefresh(t, used);
  if (seconds > 0) return;
  const answer = await callApi(t, used.client, family.accessToken);
  t.checkAlso('oauth.access_survives', answer.status === 200, `the access token is ${answer.status}`, answer);
}

const exchangeOrRefresh = (t: CaseContext, code: Code): Promise<void> =>
  code.family ? refreshFamily(t, code.family) : exchangeCode(t, code);

const RULES = [
  ...['exchange', 'of_client', 'single_use', 'replay'].map((rule) => `oauth.code_${rule}`),
  ...['refresh', 'refresh_rotates', 'refresh_grace', 'refresh_reuse', 'refresh_of_client', 'revoke'].map(
    (rule) => `oauth.${rule}`,
  ),
  ...['refresh_lost_extends', 'revoke_former', 'revoke_unknown', 'access_survives', 'failed_check_keeps_code'].map(
    (rule) => `oauth.${rule}`,
  ),
  ...['code_invalid', 'redirect_uri_mismatch', 'refresh_invalid', 'refresh_reused', 'grant_revoked'].map(
    (code) => `oauth.error.oauth.${code}`,
  ),
];

/** Steps after so many seconds each, around the lifetimes. */
const TIMED: readonly (readonly [seconds: number, ...steps: Step[]])[] = [
  [12, ['use', 0], ['refresh', 1], ['refresh', 1]],
  [32, ['refresh', 1], ['refresh', 1], ['refresh', 0], ['refresh', 2]],
  [32, ['use', 0], ['refresh', 1], ['refresh', 0]],
  [32, ['refresh', 1], ['use', 0], ['refresh', 1]],
  [43_000, ['refresh', 1], ['refresh', 1], ['refresh', 0]],
  [86_402, ['refresh', 1]],
  [280, ['exchange', 0], ['exchange', 0, 'other']],
  [302, ['exchange', 0], ['refresh', 0]],
  [302, ['replay', 0]],
  [8_639_940, ['refresh', 0], ['refresh', 0]],
  [8_640_002, ['refresh', 0]],
];

export const GRANT_CASES: readonly Case[] = [
  subject('examples', 'oauth')(
    'sequences',
    RULES,
    'each code and refresh token gets what its rules say, whatever was done before with it and others, by its client or another',
    async (t) => {
      const draw = drawing(t.seed);
      const any = (steps: readonly Step[]) => steps[draw(steps.length)] as Step;
      for (const [at, gentle] of t.sample(GENTLE).entries()) {
        const harsh = HARSH[(at + t.seed) % HARSH.length] as Step;
        await follow(t, [gentle, ['refresh', 0], harsh, any([...GENTLE, ...HARSH])]);
      }
    },
  ),
];

export const TIMED_GRANT_CASES: readonly Case[] = [
  subject('time', 'time', { clock: true })(
    'grants',
    [
      ...['code', 'grace_window', 'lost_response', 'refresh_token'].map((rule) => `time.${rule}`),
      ...['oauth.error.oauth.code_expired', 'oauth.error.oauth.refresh_expired', 'oauth.error.oauth.refresh_reused'],
      ...['refresh_grace', 'refresh_lost', 'refresh_lost_extends', 'refresh_reuse'].map((rule) => `oauth.${rule}`),
    ],
    'a code lasts five minutes, a refresh token 100 days from its last response, and the one before it 30 seconds, or a day if nothing of the response was used',
    async (t) => {
      for (const [seconds, ...steps] of TIMED) await follow(t, steps, seconds);
      const code = await newCode(t);
      await exchangeCode(t, code);
      if (!code.family) return;
      await refreshFamily(t, code.family);
      // The response is repeated after twelve hours, and the successor used 100 days after that, not after the rotation.
      for (const [seconds, age] of [
        [43_200, 1],
        [8_639_000, 0],
      ] as const) {
        await t.session.clock.advance(seconds);
        await refreshFamily(t, code.family, age);
      }
    },
  ),
];
