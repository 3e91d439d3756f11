import { html } from 'hono/html';
import type { AccessRequest } from '../../../directory/access-requests.ts';
import type { NamedStore } from '../../../directory/stores.ts';
import { name } from '../../languages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { hidden } from '../../pages/parts.ts';
import type { View } from '../../view.ts';
import { addressOf, storeNames } from './access-request-pages.ts';
import { merchantOffice } from './merchant-office.ts';
import type { CurrentMembership } from './merchant-switch.ts';

/** An approval that would replace an earlier one. */
export interface Replacement {
  readonly request: AccessRequest;
  /** The earlier request, and the stores that the app may read by it. */
  readonly approved: AccessRequest;
  readonly readNow: readonly NamedStore[];
  /** The stores that the owner has chosen. */
  readonly chosen: readonly NamedStore[];
}

/** Asks the owner, who sees both approvals, before the new one replaces the earlier. */
export function replaceAccessPage(view: View, membership: CurrentMembership, replacement: Replacement): Page {
  const { request, approved, readNow, chosen } = replacement;
  const { replaceAccess: say } = view.say;
  const app = name(request.appName);
  const body = html`<div class="card confirm">
    <h1>${say.heading(app)}</h1>
    <p>${say.lead(app, name(membership.merchant.name))}</p>
    <section><h2>${say.now}</h2>${storeNames(view, readNow)}</section>
    <section><h2>${say.afterwards}</h2>${storeNames(view, chosen)}</section>
    <form method="post" action="${addressOf(membership, request)}" class="actions">
      ${hidden('token', view.formToken)}${hidden('replaces', approved.id)}
      ${chosen.map(({ id }) => hidden('store', id))}
      <button name="decision" value="approve">${say.submit}</button>
      <a class="button secondary" href="${addressOf(membership, request)}">${say.keep}</a>
    </form>
  </div>`;
  return { title: say.title(request.appName), body, office: merchantOffice(view, membership, 'accessRequests') };
}
