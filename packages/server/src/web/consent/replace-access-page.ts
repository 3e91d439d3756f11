import { html } from 'hono/html';
import type { AccessRequest } from '../../directory/access/access-requests.ts';
import type { NamedStore } from '../../directory/merchants/stores.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { name } from '../languages/html.ts';
import { addressOf, storeNames } from '../merchant/access-request-pages.ts';
import type { CurrentMembership } from '../merchant/merchant-switch.ts';
import { merchantNavigation } from '../merchant/navigation.ts';

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
  const body = confirmation(view, {
    title: say.heading(app),
    effect: say.lead(app, name(membership.merchant.name)),
    details: html`<section><h2>${say.now}</h2>${storeNames(view, readNow)}</section>
      <section><h2>${say.afterwards}</h2>${storeNames(view, chosen)}</section>`,
    action: addressOf(membership, request),
    fields: html`${hidden('decision', 'approve')}${hidden('replaces', approved.id)}${chosen.map(({ id }) => hidden('store', id))}`,
    submit: say.submit,
    back: addressOf(membership, request),
    keep: say.keep,
  });
  return {
    title: say.title(request.appName),
    body,
    navigation: merchantNavigation(view, membership, 'accessRequests'),
  };
}
