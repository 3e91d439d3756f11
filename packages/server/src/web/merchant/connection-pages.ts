import { html } from 'hono/html';
import type { Connection } from '../../directory/access/connections.ts';
import { aboutApp } from '../consent/about-app.ts';
import { permissionList } from '../consent/permission-list.ts';
import { permissionsOf } from '../consent/permissions.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import { instantIn, toInstant } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { badge, listedMark, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { type Activity, activityOf } from './activity-table.ts';
import { type CurrentMembership, merchantSwitch } from './merchant-switch.ts';
import { merchantNavigation } from './navigation.ts';

export interface Connections {
  readonly connections: readonly Connection[];
  /** What the apps did; for owners. */
  readonly activity?: Activity | undefined;
  /** The app that has just been disconnected. */
  readonly ended?: string;
}

/** List of connected apps. */
export function connectionsPage(view: View, membership: CurrentMembership, shown: Connections): Page {
  const { connections, ended } = shown;
  const { connections: say } = view.say;
  const body = html`${merchantSwitch(view, '/connections', membership)}
    <h1>${say.title}</h1>
    ${ended !== undefined && notice('good', say.disconnected(name(ended)))}
    ${membership.role !== 'owner' && notice('hint', say.ownersOnly)}
    ${connections.length === 0 ? nothing(view) : list(view, membership, shown)}`;
  return { title: say.title, body, navigation: merchantNavigation(view, membership, 'connections') };
}

const nothing = ({ say }: View): Html =>
  html`<div class="empty"><h2>${say.connections.none}</h2><p>${say.connections.noneLead}</p></div>`;

const list = (view: View, membership: CurrentMembership, shown: Connections): Html =>
  html`<p class="lead">${view.say.connections.lead(name(membership.merchant.name))}</p>
    <ul class="cards">${shown.connections.map((connection) => connectionCard(view, membership, connection, shown))}</ul>`;

function connectionCard(
  view: View,
  { merchant, role }: CurrentMembership,
  connection: Connection,
  shown: Connections,
): Html {
  const { connections: say } = view.say;
  const when = (at: string) => instantIn(view.language, toInstant(at));
  return html`<li class="card">
    <div class="app">
      ${listedMark(connection.appName, connection.listing)}
      <div><h2>${name(connection.appName)}</h2>
      <p class="by">${say.by(name(connection.organizationName))} ${badge(view, connection.env)}</p></div>
      ${role === 'owner' && disconnectLink(view, merchant.companyId, connection)}
    </div>
    ${aboutApp(view, connection.listing)}
    <dl><div><dt>${say.since}</dt><dd>${when(connection.connectedAt)}</dd></div>
      <div><dt>${say.lastUsed}</dt><dd>${when(connection.lastUsedAt)}</dd></div></dl>
    <details><summary>${say.may}</summary>${permissionList(view, permissionsOf(connection.product, view.say))}</details>
    ${'activity' in shown && activityOf(view, shown.activity, connection.appId)}
  </li>`;
}

const disconnectLink = ({ say }: View, companyId: number, { appId, appName }: Connection): Html =>
  html`<a class="button secondary danger" href="/connections/${appId}/disconnect?company=${companyId}"
    aria-label="${labelled(say.connections.disconnect, appName)}">${say.connections.disconnect}</a>`;

/** Asked before it is done. */
export function disconnectPage(view: View, membership: CurrentMembership, { appId, appName }: Connection): Page {
  const { disconnect: say } = view.say;
  const { merchant } = membership;
  const { companyId } = merchant;
  const app = name(appName);
  const body = confirmation(view, {
    title: say.heading(app),
    effect: say.lead(app, name(merchant.name)),
    details: html`<p>${say.again}</p>`,
    action: `/connections/${appId}/disconnect?company=${companyId}`,
    submit: say.submit,
    back: `/connections?company=${companyId}`,
    keep: say.keep,
  });
  return { title: say.title(appName), body, navigation: merchantNavigation(view, membership, 'connections') };
}
