import { html } from 'hono/html';
import type { Membership } from '../../directory/users.ts';
import { type Html, name } from '../languages/html.ts';
import type { View } from '../view.ts';

export interface Company extends Membership {
  /** All of the person's companies, this one too. */
  readonly companies: readonly Membership[];
}

/** The selected company, with a choice if the user has several. */
export function companySwitch({ say }: View, path: string, { companies, merchant }: Company): Html {
  if (companies.length < 2) return html`<p class="company">${name(merchant.name)}</p>`;
  const option = ({ merchant: { companyId, name: text } }: Company['companies'][number]) =>
    html`<option value="${companyId}" ${companyId === merchant.companyId && html`selected`}>${text}</option>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="company">${say.nav.company}</label>
    <select id="company" name="company" dir="auto">${companies.map(option)}</select>
    <button class="secondary">${say.nav.show}</button>
  </form>`;
}
