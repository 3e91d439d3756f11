import { html } from 'hono/html';
import type { EndpointMerchant } from '../../../webhooks/endpoints/merchant-list.ts';
import { instantOf, when } from '../../kit/page/instants.ts';
import { dataTable } from '../../kit/page/lists.ts';
import { type Html, name } from '../../languages/html.ts';

/** How far behind the merchants of an endpoint are, in a sentence. */
export function lagOf(merchants: readonly EndpointMerchant[]): Html {
  const failing = merchants.filter(({ state }) => state === 'failing').length;
  const late = merchants.flatMap(({ behindSince }) => behindSince ?? []).sort()[0];
  if (merchants.length === 0) return html`no connected merchant`;
  if (late === undefined) return html`in step with ${countOf(merchants.length)}`;
  return html`behind since ${instantOf(late)}${failing > 0 && html`, failing for ${countOf(failing)}`}`;
}

const countOf = (merchants: number): string => `${merchants} ${merchants === 1 ? 'merchant' : 'merchants'}`;

const STATES: Readonly<Record<EndpointMerchant['state'], string>> = {
  current: 'In step',
  waiting: 'Waiting',
  failing: 'Failing',
  unknown: 'Region unavailable',
};

/** The merchants of an endpoint, each with its lag. */
export function merchantTable(merchants: readonly EndpointMerchant[]): Html {
  if (merchants.length === 0) return html`<p>No merchant is connected in this environment.</p>`;
  return dataTable('How far behind each merchant is', merchants, [
    ['Merchant', ({ merchant, companyId }) => html`${name(merchant)} <span class="small">${companyId}</span>`],
    ['State', ({ state, resync }) => (resync ? 'To be told to read everything' : STATES[state])],
    ['Writes behind', ({ behind }) => behind.toLocaleString('en'), 'number'],
    ['Since', ({ behindSince }) => when(behindSince)],
    ['Failures', ({ failures }) => failures.toLocaleString('en'), 'number'],
    ['Next attempt', ({ nextAttemptAt }) => when(nextAttemptAt)],
  ]);
}
