import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import { budgetOf } from '../../target/target.ts';
import { unknownUrl } from '../fixtures/unknown.ts';

/** Spellings of the scheme, and expired tokens. */

const example = subject('examples', 'credential');
const timed = subject('time', 'credential', { clock: true });

const LIFETIME = 900;

/** One token serves all operations, so that the clock moves only once. */
const expiredCase = timed(
  'expired',
  ['auth.every_operation', 'auth.token_expired', 'time.access_token'],
  'an expired token is 401 partner.token_expired at every operation',
  async (t) => {
    const caller = t.as('other');
    const headers = { Authorization: `Bearer ${await caller.token()}` };
    const budget = budgetOf(caller.app);
    t.expectStatus(await t.session.send('GET', '/brands?limit=1', { headers, budget }), 200);
    await t.session.clock.advance(LIFETIME + 30);
    for (const op of RESOURCE_OPERATIONS) {
      const answer = await t.session.send(op.method, unknownUrl(op), { headers, body: op.body && {} });
      t.expectStatus(answer, 401, 'partner.token_expired');
    }
  },
);

/** Spellings of the scheme and separator, allowed and forbidden by RFC 9110 §11.1 and §11.4. */
const spellingCase = example(
  'spelling',
  ['auth.scheme_spelling', 'auth.token_required'],
  'the scheme is Bearer in any letter case, followed by spaces; anything that only resembles it is rejected',
  async (t) => {
    const token = await t.as().token();
    const ask = (Authorization: string) => t.session.send('GET', '/brands?limit=1', { headers: { Authorization } });
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) t.expectStatus(await ask(`${scheme} ${token}`), 200);
    t.expectStatus(await ask(`Bearer  ${token}`), 200);
    for (const wrong of [
      `Bearer${token}`,
      `Bearer=${token}`,
      `Bearer: ${token}`,
      `Bearers ${token}`,
      `XBearer ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer token=${token}`,
      `JWT ${token}`,
    ]) {
      const answer = await ask(wrong);
      t.check([400, 401].includes(answer.status), `${wrong.replace(token, '…')} is ${answer.status}`, answer);
    }
  },
);

export const CREDENTIAL_CASES: readonly Case[] = [spellingCase];
export const EXPIRED_CREDENTIAL_CASES: readonly Case[] = [expiredCase];
