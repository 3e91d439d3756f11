import { html } from 'hono/html';
import { type Connection, connectionsOf, endedConnection } from '../../control/connections.ts';
import type { AppActivity, AreaActivity } from '../../control/usage.ts';
import { PartnerError } from '../../errors.ts';
import { toPartnerError } from '../../pipeline/shape-errors.ts';
import { aboutApp, permissionList } from '../consent/about-app.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { dayText, instantIn, toInstant } from '../kit/instants.ts';
import { badge, listedMark, notice, type View } from '../kit/page.ts';
import { confirmScreen } from '../kit/screen.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import {
  type MerchantScreen,
  type MerchantVisit,
  type MerchantVisitor,
  merchantNavigation,
  merchantSwitch,
  pageOf,
} from './audience.ts';

/** What each app recently did with a merchant's data. */
type Activity = readonly AppActivity[] | 'unavailable';

/**
 * Activity of the merchant's apps, for owners only. Left out while the merchant's region is
 * unreachable, because owners must always be able to disconnect an app.
 */
export async function activityFor({ role, merchant, operations }: MerchantVisit): Promise<Activity | undefined> {
  if (role !== 'owner') return undefined;
  try {
    return (await operations.call('activity.list', { companyId: merchant.companyId })).data;
  } catch (error) {
    const failure = toPartnerError(error);
    if (failure instanceof PartnerError && failure.status === 503) return 'unavailable';
    throw error;
  }
}

/** Activity of one app by area, as numbers of requests. */
export function activityOf({ view }: MerchantVisit, activity: Activity | undefined, appId: number): Html | undefined {
  if (!activity) return undefined;
  return html`<details><summary>${view.say.activity.title}</summary>${contentOf(view, activity, appId)}</details>`;
}

function contentOf({ language, say: { activity: say } }: View, activity: Activity, appId: number): Html {
  if (activity === 'unavailable') return html`<p>${say.away}</p>`;
  const areas = activity.find((app) => app.appId === appId)?.areas ?? [];
  if (areas.length === 0) return html`<p>${say.none}</p>`;
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
  return html`<li class="card">
    <div class="app">
      ${listedMark(connection.appName, connection.listing)}
      <div><h2>${name(connection.appName)}</h2>
      <p class="by">${say.by(name(connection.organizationName))} ${badge(view, connection.env)}</p></div>
      ${
        role === 'owner' &&
        html`<a class="button secondary danger" href="${disconnectPage(visit, connection.appId)}"
    aria-label="${labelled(say.disconnect, connection.appName)}">${say.disconnect}</a>`
      }
    </div>
    ${aboutApp(view, connection.listing)}
    <dl><div><dt>${say.since}</dt><dd>${when(connection.connectedAt)}</dd></div>
      <div><dt>${say.lastUsed}</dt><dd>${when(connection.lastUsedAt)}</dd></div></dl>
    <details><summary>${say.may}</summary>${permissionList(view, connection.product)}</details>
    ${activity}
  </li>`;
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
