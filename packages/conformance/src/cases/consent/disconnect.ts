import { UNKNOWN_ID } from '../../driver/requests/factor.ts';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { Stopped } from '../../run/expectations.ts';
import { formsOf } from '../../run/forms.ts';
import { missingForm } from '../../run/visitor.ts';
import type { MerchantRole } from '../../target/target.ts';
import { owner } from '../fixtures/authorization.ts';
import { appIdOf } from '../fixtures/developer-console.ts';
import { findOnPages, linksAt } from '../fixtures/office.ts';

/**
 * Disconnecting an app as a merchant. The suite assumes only that the path of the page contains
 * `disconnect` and the app's id.
 */

const example = subject('examples', 'connection');

/** True if opening the address offers to end a company's connection with an app. */
function endsConnection({ pathname, searchParams }: URL, appId: string, otherCompanies: readonly string[]): boolean {
  const words = [...pathname.split('/'), ...searchParams.values()];
  const isOther = otherCompanies.some((id) => words.includes(id));
  return /disconnect/i.test(pathname) && words.includes(appId) && !isOther;
}

/** Ends the merchant's connection with an app, as its owner. */
export async function disconnect(t: CaseContext, role: MerchantRole, accessToken: string): Promise<void> {
  const visitor = owner(t, role);
  const { companyId } = t.session.merchant(role);
  const others = t.session.target.merchants.map((one) => one.companyId).filter((id) => id !== companyId);
  const link = await findOnPages(visitor, 'link that disconnects an app', (shown) =>
    linksAt(shown, visitor.origin).find((url) => endsConnection(url, appIdOf(accessToken), others.map(String))),
  );
  const page = await visitor.open(link.href);
  const form = formsOf(page.text).find(({ action }) => /disconnect/i.test(action || page.sent.url));
  if (!form) throw missingForm(page, 'disconnects an app');
  const answer = await visitor.submitForm(page, form);
  if (!t.check(answer.status < 400, `the disconnect is ${answer.status}`, answer)) throw new Stopped();
}

export const DISCONNECT_CASES: readonly Case[] = [
  example(
    'disconnect',
    ['connection.disconnect', 'oauth.error.oauth.grant_revoked', 'oauth.access_survives'],
    'a disconnect ends every refresh token and code of the merchant and the app, and no others; access tokens stay valid, and running the flow again connects',
    async (t) => {
      const world = accessWorldOf(t.session);
      const [app, other] = [t.session.app('other'), t.session.app('main')];
      const [merchant, elsewhere] = [t.session.merchant('other'), t.session.merchant('main')];
      const held = [];
      for (const [of, at] of [
        [app, merchant],
        [app, merchant],
        [app, elsewhere],
        [other, merchant],
      ] as const)
        held.push({ of, code: await world.authorize(t, of, at), ...(await world.connect(t, of, at)) });
      await disconnect(t, 'other', held[0]?.accessToken ?? '');
      world.noteDisconnected(app, merchant);
      for (const { of, code, accessToken, refreshToken } of held) {
        await world.refresh(t, of, refreshToken);
        await world.exchange(t, of, code);
        await world.send(t, {
          method: 'GET',
          url: `/items/${UNKNOWN_ID}`,
          headers: { Authorization: `Bearer ${accessToken}` },
        });
      }
      const { refreshToken } = await world.connect(t, app, merchant);
      t.expectStatus(await world.refresh(t, app, refreshToken), 200);
    },
  ),
];
