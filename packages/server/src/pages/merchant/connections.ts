import { html } from 'hono/html';
import { type Connection, connectionsOf, endedConnection } from '../../control/connections.ts';
import type { AppActivity, AreaActivity } from '../../control/usage.ts';
import { aboutApp, cardHead, permissionList } from '../consent/about-app.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { dayText, instantIn, toInstant } from '../kit/instants.ts';
import { badge, listedMark, notice, type View } from '../kit/page.ts';
import { confirmScreen } from '../kit/screen.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import {
  factList,
  type MerchantScreen,
  type MerchantVisit,
  type MerchantVisitor,
  merchantNavigation,
  merchantSwitch,
  pageOf,
  unlessUnavailable,
} from './audience.ts';

type Activity = readonly AppActivity[] | 'unavailable';

/**
 * Activity of the merchant's apps, for owners only. Left out while the merchant's region is
 * unreachable, because owners must always be able to disconnect an app.
 */
export async function activityFor({ role, merchant, operations }: MerchantVisit): Promise<Activity | undefined> {
  if (role !== 'owner') return undefined;
  const activity = await unlessUnavailable(operations.call('activity.list', { companyId: merchant.companyId }));
  return activity === 'unavailable' ? activity : activity.data;
}

/** Activity of one app by area, as numbers of requests. */
export function activityOf({ view }: MerchantVisit, activity: Activity | undefined, appId: number): Html | undefined {
  if (!activity) return undefined;
  const { activity: say } = view.say;
  const areas = activity === 'unavailable' ? [] : (activity.find((app) => app.appId === appId)?.areas ?? []);
  const nothing = html`<p>${activity === 'unavailable' ? say.away : say.none}</p>`;
  const content = areas.length > 0 ? activityTable(view, areas) : nothing;
  return html`<details><summary>${say.title}</summary>${content}</details>`;
}

function activityTable({ language, say: { activity: say } }: View, areas: readonly AreaActivity[]): Html {
  const counts = [say.reads, say.writes, say.rejected];
  const names = new Map(Object.entries(say.areas));
  const number = new Intl.NumberFormat(language.locale);
  const row = ({ area, reads, writes, rejected, lastDay }: AreaActivity) =>
    html`<tr><th scope="row">${names.get(area) ?? area}</th>${[reads, writes, rejected].map(
      (count) => html`<td class="number">${number.format(count)}</td>`,
    )}
    <td><time datetime="${lastDay}">${dayText(language, lastDay)}</time></td></tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${say.title}"><table>
    <thead><tr><th scope="col">${say.area}</th>
      ${counts.map((count) => html`<th scope="col" class="number">${count}</th>`)}<th scope="col">${say.last}</th></tr></thead>
    <tbody>${areas.map(row)}</tbody>
  </table></div>`;
}

const PATH = '/connections';

export const connectionsScreen: MerchantScreen = {
  path: PATH,
  name: 'connections',
  async show(visit) {
    const { deps, view, role, merchant, query } = visit;
    const { connections: say } = view.say;
    const connections = await ownConnections(visit);
    const endedId = recordId(query.get('ended'));
    const ended = endedId && (await endedConnection(deps.control.pool, merchant.companyId, endedId));
    const activity = await activityFor(visit);
    const card = (connection: Connection) =>
      connectionCard(visit, connection, activityOf(visit, activity, connection.appId));
    const body = html`${merchantSwitch(visit, PATH)}
    <h1>${say.title}</h1>
    ${ended && notice('good', say.disconnected(name(ended)))}
    ${role !== 'owner' && notice('hint', say.ownersOnly)}
    ${
      connections.length === 0
        ? html`<div class="empty"><h2>${say.none}</h2><p>${say.noneLead}</p></div>`
        : html`<p class="lead">${say.lead(name(merchant.name))}</p>
    <ul class="cards">${connections.map(card)}</ul>`
    }`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'connections') };
  },
};

const ownConnections = ({ deps, merchant }: MerchantVisit): Promise<Connection[]> =>
  connectionsOf(deps.control.pool, merchant.companyId, deps.control.clock());

function connectionCard(visit: MerchantVisit, connection: Connection, activity: Html | undefined): Html {
  const { view, role } = visit;
  const { connections: say } = view.say;
  const when = (at: string) => instantIn(view.language, toInstant(at));
  const { appId, appName, connectedAt, lastUsedAt, listing } = connection;
  const by = html`${say.by(name(connection.organizationName))} ${badge(view, connection.env)}`;
  const link = html`<a class="button secondary danger" href="${disconnectPage(visit, appId)}"
    aria-label="${labelled(say.disconnect, appName)}">${say.disconnect}</a>`;
  return html`<li class="card">
    ${cardHead(listedMark(appName, listing), html`<h2>${name(appName)}</h2>`, by, role === 'owner' && link)}
    ${aboutApp(view, listing)}
    ${factList([
      [say.since, when(connectedAt)],
      [say.lastUsed, when(lastUsedAt)],
    ])}
    <details><summary>${say.may}</summary>${permissionList(view, connection.product)}</details>
    ${activity}
  </li>`;
}

const disconnectPage = (visit: MerchantVisit, appId: number): string => pageOf(visit, `${PATH}/${appId}/disconnect`);

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
