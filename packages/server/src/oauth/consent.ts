import { type Control, type ControlTransaction, changeControl, type Origin } from '../control/control.ts';
import type { Membership } from '../control/members.ts';
import type { Merchant } from '../control/merchants.ts';
import {
  type AuthorizingClient,
  type CallbackRefusal,
  ConsentError,
  checkClient,
  checkPublished,
  findRequest,
  type PendingRequest,
  type RequestClaim,
  recheckRequest,
  takeRequest,
} from './authorization-request.ts';
import { issueCode } from './grants.ts';

/** The request was decided, has expired, or was opened in another browser session. */
export class RequestGone extends Error {
  override name = 'RequestGone';
}

export type ConsentRequest = { readonly request: PendingRequest; readonly client: AuthorizingClient };

/** Returns a browser's request. Throws RequestGone if it is gone, or a ConsentError if its app is. */
export async function requestOf(control: Control, claim: RequestClaim): Promise<ConsentRequest> {
  const found = await findRequest(control, claim);
  if (!found) throw new RequestGone();
  const client = checkClient(found.client);
  checkPublished(client);
  return { request: found.request, client };
}

/** An approval, remembered in case the browser submits it twice. */
export interface Approval {
  readonly request: PendingRequest;
  readonly userId: number;
  readonly companyId: number;
  readonly hasRepeated: boolean;
}

type Decision = Omit<Approval, 'request' | 'hasRepeated'> & { readonly request: RequestClaim };

export interface Browser {
  readonly control: Control;
  readonly origin: Origin;
  readonly issuer: string;
  /** Remembers an approval, or a refusal's redirect, in the transaction. Returns the previous approval, if any. */
  remember(
    tx: ControlTransaction,
    decided: { readonly approval: Approval } | { readonly to: string },
  ): Promise<Approval | undefined>;
}

/** Approves the app for the owner. Repeats every check, since much may have changed while the page was open. */
export const approve = (browser: Browser, decision: Decision): Promise<string> =>
  changeControl(browser.control, browser.origin, async function approveRequest(tx) {
    const approval = { ...decision, request: await take(tx, decision.request), hasRepeated: false };
    const client = await recheckRequest(tx, approval.request);
    const url = await codeFor(tx, client, approval, browser.issuer);
    await tx.audit('consent.approved', { ...subjectOf(client), companyId: approval.companyId });
    await browser.remember(tx, { approval });
    return url;
  });

/**
 * Returns a redirect with a second code for the same approval, once: the browser that clicked twice never received the
 * first code, or the app has already exchanged it. Exchanging one code is not a replay of the other.
 */
export const approveAgain = (browser: Browser, approval: Approval): Promise<string> =>
  changeControl(browser.control, browser.origin, async function repeatApproval(tx) {
    const url = await codeFor(tx, await recheckRequest(tx, approval.request), approval, browser.issuer);
    const former = await browser.remember(tx, { approval: { ...approval, hasRepeated: true } });
    if (former?.hasRepeated) throw new RequestGone();
    return url;
  });

/** Any signed-in user may refuse the app. */
export const refuse = (browser: Browser, claim: RequestClaim): Promise<string> =>
  changeControl(browser.control, browser.origin, async function refuseRequest(tx) {
    const request = await take(tx, claim);
    await tx.audit('consent.refused', subjectOf(await recheckRequest(tx, request)));
    const to = callbackUrl(request, { error: 'access_denied' }, browser.issuer);
    await browser.remember(tx, { to });
    return to;
  });

/** Sends an invalid request's error to its app. Returns the redirect. */
export const returnRefused = ({ control, origin, issuer }: Browser, claim: RequestClaim): Promise<string> =>
  changeControl(control, origin, async function returnRequest(tx) {
    const request = await takeRequest(tx, claim);
    if (!request?.refusal) throw new RequestGone();
    await recheckRequest(tx, request);
    return callbackUrl(request, request.refusal, issuer);
  });

async function take(tx: ControlTransaction, claim: RequestClaim): Promise<PendingRequest> {
  const request = await takeRequest(tx, claim);
  if (!request || request.refusal) throw new RequestGone();
  return request;
}

/** Issues a code and returns the redirect, if the person is an owner of the merchant. */
async function codeFor(
  tx: ControlTransaction,
  client: AuthorizingClient,
  { request, companyId, userId }: Approval,
  issuer: string,
): Promise<string> {
  const merchant = await tx.one<Merchant>(
    `select m.demo, m.organization_id as "organizationId"
     from control.memberships s join control.merchants m on m.company_id = s.company_id
     where s.user_id = $1 and s.company_id = $2 and s.role = 'owner' and m.active for share`,
    [userId, companyId],
  );
  if (!merchant || !isEligible(client, merchant)) throw new ConsentError('oauth.company_not_eligible');
  const code = await issueCode(tx, { ...request, companyId, userId });
  return callbackUrl(request, { code, merchant_id: companyId }, issuer);
}

const subjectOf = ({ appId, organizationId, clientId }: AuthorizingClient) => ({
  appId,
  organizationId,
  details: { clientId },
});

type Reach = Pick<AuthorizingClient, 'env' | 'organizationId'>;

/** Production reaches live merchants; the sandbox reaches its organization's demo merchants (env.enforced). */
const isEligible = ({ env, organizationId }: Reach, merchant: Merchant): boolean =>
  env === 'PRODUCTION' ? !merchant.demo : merchant.demo && merchant.organizationId === organizationId;

/** Merchants that the app could reach, by the person's role there. */
export function eligibleOf(client: Reach, memberships: readonly Membership[]) {
  const eligible = memberships.filter(({ merchant }) => isEligible(client, merchant));
  const withRole = (role: Membership['role']) => eligible.filter((m) => m.role === role).map((m) => m.merchant);
  return { owned: withRole('owner'), employed: withRole('employee') };
}

/**
 * Adds the response to the redirect URI, which is otherwise unchanged, including its query (RFC 6749 §3.1.2). `state`
 * comes from the app, and `iss` names the issuer (RFC 9207).
 */
function callbackUrl(
  { redirectUri, state }: PendingRequest,
  answer: CallbackRefusal | { readonly code: string; readonly merchant_id: number },
  issuer: string,
): string {
  const fields = Object.entries({ ...answer, state, iss: issuer });
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`;
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${query}` : `${redirectUri}&${query}`;
}
