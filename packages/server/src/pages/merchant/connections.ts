import { html } from 'hono/html';
import { type Connection, connectionsOf, endedConnection } from '../../control/access/connections.ts';
import { aboutApp } from '../consent/about-app.ts';
import { permissionList } from '../consent/permissions.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { instantIn, toInstant } from '../kit/page/instants.ts';
import { badge, listedMark, notice } from '../kit/page/parts.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { activityFor, activityOf } from './activity.ts';
import type { MerchantScreen, MerchantVisit, MerchantVisitor } from './audience.ts';
import { merchantNavigation, merchantSwitch, pageOf } from './navigation.ts';

const PATH = '/connections';

export const connectionsScreen: MerchantScreen = {
  path: PATH,
  name: 'connections',
  async show(visit) {
    const { view, role, merchant } = visit;
    const { connections: say } = view.say;
    const connections = await ownConnections(visit);
    const ended = await justEnded(visit);
    const activity = await activityFor(visit);
    const card = (connection: Connection) =>
      connectionCard(visit, connection, activityOf(visit, activity, connection.appId));
    const list = () => html`<p class="lead">${say.lead(name(merchant.name))}</p>
    <ul class="cards">${connections.map(card)}</ul>`;
    const body = html`${merchantSwitch(visit, PATH)}
    <h1>${say.title}</h1>
    ${ended !== undefined && notice('good', say.disconnected(name(ended)))}
    ${role !== 'owner' && notice('hint', say.ownersOnly)}
    ${connections.length === 0 ? nothing(visit) : list()}`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'connections') };
  },
};

const ownConnections = ({ deps, merchant }: MerchantVisit): Promise<Connection[]> =>
  connectionsOf(deps.control.pool, merchant.companyId, deps.control.clock());

/** Name of the app that was just disconnected. */
async function justEnded({ deps, merchant, query }: MerchantVisit): Promise<string | undefined> {
  const appId = recordId(query.get('ended'));
  return appId === undefined ? undefined : endedConnection(deps.control.pool, merchant.companyId, appId);
}

const nothing = ({ view: { say } }: MerchantVisit): Html =>
  html`<div class="empty"><h2>${say.connections.none}</h2><p>${say.connections.noneLead}</p></div>`;

function connectionCard(visit: MerchantVisit, connection: Connection, activity: Html | undefined): Html {
  const { view, role } = visit;
  const { connections: say } = view.say;
  const when = (at: string) => instantIn(view.language, toInstant(at));
  return html`<li class="card">
    <div class="app">
      ${listedMark(connection.appName, connection.listing)}
      <div><h2>${name(connection.appName)}</h2>
      <p class="by">${say.by(name(connection.organizationName))} ${badge(view, connection.env)}</p></div>
      ${role === 'owner' && disconnectLink(visit, connection)}
    </div>
    ${aboutApp(view, connection.listing)}
    <dl><div><dt>${say.since}</dt><dd>${when(connection.connectedAt)}</dd></div>
      <div><dt>${say.lastUsed}</dt><dd>${when(connection.lastUsedAt)}</dd></div></dl>
    <details><summary>${say.may}</summary>${permissionList(view, connection.product)}</details>
    ${activity}
  </li>`;
}

function disconnectLink(visit: MerchantVisit, { appId, appName }: Connection): Html {
  const { connections: say } = visit.view.say;
  return html`<a class="button secondary danger" href="${disconnectPage(visit, appId)}"
    aria-label="${labelled(say.disconnect, appName)}">${say.disconnect}</a>`;
}

const disconnectPage = (visit: MerchantVisit, appId: number): string => pageOf(visit, `${PATH}/${appId}/disconnect`);

/** Asks before disconnecting an app. */
export const disconnectScreen: MerchantScreen = confirmScreen<MerchantVisitor>({
  path: `${PATH}/:appId/disconnect`,
  name: 'disconnect',
  async ask(visit) {
    const { disconnect: say } = visit.view.say;
    const connection = (await ownConnections(visit)).find(({ appId }) => appId === visit.id('appId'));
    if (!connection) throw new WebProblem('notFound');
    const app = name(connection.appName);
    return {
      title: say.title(connection.appName),
      heading: say.heading(app),
      effect: say.lead(app, name(visit.merchant.name)),
      details: html`<p>${say.again}</p>`,
      action: disconnectPage(visit, connection.appId),
      submit: say.submit,
      back: pageOf(visit, PATH),
      keep: say.keep,
      navigation: merchantNavigation(visit, 'connections'),
    };
  },
  async change(visit) {
    const { companyId } = visit.merchant;
    const appId = visit.id('appId');
    await visit.operations.call('connection.end', { companyId, appId });
    return { to: `${pageOf(visit, PATH)}&ended=${appId}` };
  },
});
