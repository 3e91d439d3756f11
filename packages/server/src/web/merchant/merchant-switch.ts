import { html } from 'hono/html';
import type { Membership } from '../../directory/people/users.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';

export interface CurrentMembership extends Membership {
  /** All of the person's merchants, this one too. */
  readonly memberships: readonly Membership[];
}

/** The selected merchant, with a choice if the user has several. */
export function merchantSwitch({ say }: View, path: string, { memberships, merchant }: CurrentMembership): Html {
  if (memberships.length < 2) return html`<p class="company">${name(merchant.name)}</p>`;
  const option = ({ merchant: { companyId, name: text } }: CurrentMembership['memberships'][number]) =>
    html`<option value="${companyId}" ${companyId === merchant.companyId && html`selected`}>${text}</option>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="company">${say.nav.company}</label>
    <select id="company" name="company" dir="auto">${memberships.map(option)}</select>
    <button class="secondary">${say.nav.show}</button>
  </form>`;
}
