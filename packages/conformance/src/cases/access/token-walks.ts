import { basesFor, walkFields } from '../../driver/tokens/field-walk.ts';
import { type Disconnect, walkGrants } from '../../driver/tokens/grant-walk.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { disconnect as disconnectFrom } from '../consent/disconnect.ts';
import { mostOf } from '../specification/effort.ts';

/** Requests to the token endpoints, each compared with the specification of access. */

const TITLES = {
  code: 'an exchange',
  challenged: 'an exchange with a verifier',
  used: 'an exchange of a used code',
  refresh: 'a refresh',
  previous: 'a refresh with the previous token',
  sandbox: 'client_credentials',
  revoke: 'a revocation',
  only: 'a mint for the only merchant',
  mint: 'a mint',
};

/** Every state with every act, where limits are raised. */
const sequencesOf = (t: CaseContext): number => (t.session.isPlenty ? Number.POSITIVE_INFINITY : mostOf(t));

const disconnect: Disconnect = (t, { role }, accessToken) => disconnectFrom(t, role, accessToken);

export const TOKEN_WALK_CASES: readonly Case[] = [
  ...Object.entries(TITLES).map(([id, title]) =>
    subject('specification', 'fields')(
      id,
      [],
      `${title} with one or two wrong fields, headers or credentials is answered as the specification says`,
      async (t) => {
        const { [id]: base } = basesFor(t);
        if (base) await walkFields(t, base(), 3 * mostOf(t));
      },
    ),
  ),
  subject('specification', 'tokens')(
    'sequences',
    [],
    'codes and tokens of several apps, merchants and environments are answered as the specification says, whatever was done before',
    (t) => walkGrants(t, { sequences: sequencesOf(t), moves: false, disconnect }),
  ),
];

export const TIMED_TOKEN_CASES: readonly Case[] = [
  subject('time', 'tokens', { clock: true })(
    'lifetimes',
    [
      'time.code',
      'oauth.refresh_lost',
      'oauth.refresh_lost_extends',
      'time.grace_window',
      'time.lost_response',
      'time.refresh_token',
      'time.access_token',
    ],
    'codes, refresh tokens and access tokens are answered as the specification says, just before and after every instant that ends something',
    (t) => walkGrants(t, { sequences: sequencesOf(t), moves: true, disconnect }),
  ),
];
