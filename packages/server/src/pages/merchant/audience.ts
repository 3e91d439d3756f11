import { html } from 'hono/html';
import { type Membership, membershipsOf } from '../../control/members.ts';
import { PartnerError } from '../../errors.ts';
import type { Operations } from '../../operations/operations.ts';
import { toPartnerError } from '../../pipeline/shape-errors.ts';
import { originOf, queryOf, type WebContext, WebProblem } from '../kit/context.ts';
import { sessionOrSignIn } from '../kit/cookies.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import type { Navigation } from '../kit/layout.ts';
import type { Audience, Screen, Visit } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';

/** A person with a role at the merchant shown. */
export interface MerchantVisitor extends Membership {
  /** All merchants the person belongs to, including this one. */
  readonly memberships: readonly Membership[];
  readonly operations: Operations;
}

export type MerchantScreen = Screen<MerchantVisitor>;
export type MerchantVisit = Visit<MerchantVisitor>;

/** Everyone with a role at the merchant. */
export const MEMBERS: Audience<MerchantVisitor> = { name: 'web', localised: true, admit: admitMember };

export const OWNERS: Audience<MerchantVisitor> = {
  ...MEMBERS,
  async admit(ctx, deps) {
    const visitor = await admitMember(ctx, deps);
    if (visitor) requireOwner(visitor);
    return visitor;
  },
};

export function requireOwner({ role }: Membership): void {
  if (role !== 'owner') throw new WebProblem('ownersOnly');
}

/** Selects the merchant named by `?company=`, or the person's first. Another's merchant responds with 404. */
async function admitMember(ctx: WebContext, deps: WebDependencies): Promise<MerchantVisitor | undefined> {
  const session = sessionOrSignIn(ctx);
  if (!session) return undefined;
  const memberships = await membershipsOf(deps.control.pool, session.user.id);
  if (memberships.length === 0) throw new WebProblem('noMerchant');
  const named = queryOf(ctx).get('company');
  const first = memberships.find(({ role }) => role === 'owner') ?? memberships[0];
  const membership = named === null ? first : memberships.find(({ merchant }) => String(merchant.companyId) === named);
  if (!membership) throw new WebProblem('notFound');
  const actor = { kind: membership.role, companyId: membership.merchant.companyId };
  return { ...membership, memberships, operations: deps.controlPlane.as(actor, originOf(ctx)) };
}

const PATHS = [
  ['connections', '/connections'],
  ['accessRequests', '/access-requests'],
  ['stores', '/stores'],
  ['people', '/people'],
] as const;

/** Address of a page about the visitor's merchant. */
export const pageOf = ({ merchant }: Pick<MerchantVisit, 'merchant'>, path: string): string =>
  `${path}?company=${merchant.companyId}`;

/** Navigation of a merchant's back office. Only owners see its people. */
export function merchantNavigation(visit: MerchantVisit, current: (typeof PATHS)[number][0]): Navigation {
  const { nav } = visit.view.say;
  const paths = PATHS.filter(([section]) => visit.role === 'owner' || section !== 'people');
  const sections = paths.map(([section, path]) => ({
    href: pageOf(visit, path),
    text: nav[section],
    current: section === current,
  }));
  return { area: 'merchant', home: pageOf(visit, '/'), sections };
}

/** Name of the merchant, with a menu if the user has several. */
export function merchantSwitch({ view, memberships, merchant }: MerchantVisit, path: string): Html {
  const { nav } = view.say;
  if (memberships.length < 2) return html`<p class="company">${name(merchant.name)}</p>`;
  const option = ({ merchant: { companyId, name: text } }: Membership) =>
    html`<option value="${companyId}" ${companyId === merchant.companyId && html`selected`}>${text}</option>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="company">${nav.company}</label>
    <select id="company" name="company" dir="auto">${memberships.map(option)}</select>
    <button class="secondary">${nav.show}</button>
  </form>`;
}

/** The result of reading a merchant's region, or that it is unavailable: the rest of the page still works. */
export async function unlessUnavailable<T>(reading: Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await reading;
  } catch (error) {
    const failure = toPartnerError(error);
    if (failure instanceof PartnerError && failure.status === 503) return 'unavailable';
    throw error;
  }
}

export const factList = (facts: readonly (readonly [term: string, text: string | Html])[]): Html =>
  html`<dl>${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;
