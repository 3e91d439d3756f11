import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { authorize, connect, exchange, refresh } from '../../run/connections.ts';
import { Stopped } from '../../run/expectations.ts';
import { formsOf } from '../../run/forms.ts';
import { missingForm } from '../../run/visitor.ts';
import type { ClientApp, MerchantRole } from '../../target/target.ts';
import { claimsOf } from '../access/claims.ts';
import { callApi, expectInvalidGrant } from '../access/oauth/requests.ts';
import { owner } from '../fixtures/authorization.ts';
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
  const { sub, companyId } = await claimsOf(t, accessToken);
  const others = t.session.target.merchants.map((one) => one.companyId).filter((id) => id !== companyId);
  const link = await findOnPages(visitor, 'link that disconnects an app', (shown) =>
    linksAt(shown, visitor.origin).find((url) => endsConnection(url, String(sub), others.map(String))),
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
      const [app, other] = [t.session.app('other'), t.session.app('main')];
      const [merchant, elsewhere] = [t.session.merchant('other'), t.session.merchant('main')];
      const codeOf = async (of: ClientApp, at = merchant): Promise<string> =>
        (await authorize(t.session, of, at)).searchParams.get('code') ?? '';
      const ended = [await connect(t.session, app, merchant), await connect(t.session, app, merchant)] as const;
      const code = await codeOf(app);
      const bystanders = [];
      for (const [of, at] of [
        [app, elsewhere],
        [other, merchant],
      ] as const)
        bystanders.push({ of, token: (await connect(t.session, of, at)).refreshToken, code: await codeOf(of, at) });
      await disconnect(t, 'other', ended[0].accessToken);
      for (const { refreshToken, accessToken } of ended) {
        expectInvalidGrant(t, await refresh(t.session, app, refreshToken), 'grant_revoked');
        t.expectStatus(await callApi(t, app, accessToken), 200);
      }
      for (const one of bystanders) {
        t.expectStatus(await refresh(t.session, one.of, one.token), 200);
        t.expectStatus(await exchange(t.session, one.of, one.code), 200);
      }
      const late = await exchange(t.session, app, code);
      t.expectStatus(late, 400);
      t.equal((late.body as { error?: unknown }).error, 'invalid_grant', 'error', late);
      const { refreshToken } = await connect(t.session, app, merchant);
      t.expectStatus(await refresh(t.session, app, refreshToken), 200);
    },
  ),
];
