import { html } from 'hono/html';
import type { Membership } from '../../control/people/users.ts';
import type { Navigation } from '../kit/page/layout.ts';
import { type Html, name } from '../languages/html.ts';
import type { MerchantVisit } from './audience.ts';

type Section = 'connections' | 'accessRequests' | 'people';

const PATHS: readonly (readonly [Section, string])[] = [
  ['connections', '/connections'],
  ['accessRequests', '/access-requests'],
  ['people', '/people'],
];

/** Address of a page about the visitor's merchant. */
export const pageOf = ({ merchant }: Pick<MerchantVisit, 'merchant'>, path: string): string =>
  `${path}?company=${merchant.companyId}`;

/** Navigation of a merchant's back office. Only owners see its people. */
export function merchantNavigation(visit: MerchantVisit, current: Section): Navigation {
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
