import { html } from 'hono/html';
import type { AuditEvent } from '../../control/audit-events.ts';
import type { AuditEntry } from '../../control/service/audit-log.ts';
import { numberOf } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import { dataTable, olderLink } from '../kit/page/lists.ts';
import { type Html, name } from '../languages/html.ts';
import { auditDetails } from '../shared/audit-details.ts';
import { appPath } from './app-layout.ts';
import type { ConsoleScreen, ConsoleVisit } from './audience.ts';
import { merchantPath } from './merchants.ts';
import { consoleNavigation, inOrganization } from './navigation.ts';

const PATH = '/console/organization/activity';

/** What apps do by themselves, many times a day. */
const ROUTINE: AuditEvent[] = ['refresh.rotated', 'code.exchanged'];

/** Who changed what of the organization, its apps and its merchants. */
export const activityScreen: ConsoleScreen = {
  path: PATH,
  name: 'activity',
  async show(visit) {
    const { operations, organizationId, query } = visit;
    const search = { organizationId, except: ROUTINE, after: numberOf(query, 'after') };
    const { data, next } = await operations.call('audit.list', search);
    const names = await namesOf(visit);
    const table = dataTable<AuditEntry>('Newest first', data, [
      ['When', ({ at }) => instantOf(at)],
      ['What', ({ event }) => wordsOf(event)],
      ['About', (entry) => about(entry, names)],
      ['Person', (entry) => actor(entry, names)],
      ['Details', auditDetails],
    ]);
    const body = html`<p><a class="back" href="${inOrganization(visit, '/console/organization')}">Organization</a></p>
    <h1>Activity</h1>
    <p class="lead">What was changed of the organization, its apps and its connections, when, and who it was.</p>
    <section class="card">${data.length === 0 ? html`<p>Nothing yet.</p>` : table}${olderLink(PATH, query, next)}</section>`;
    return { title: 'Activity', body, navigation: consoleNavigation(visit, 'organization') };
  },
};

interface Names {
  readonly apps: ReadonlyMap<number, string>;
  readonly merchants: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

async function namesOf({ operations, organizationId }: ConsoleVisit): Promise<Names> {
  const all = { organizationId, limit: 200 };
  const [apps, merchants, people] = await Promise.all([
    operations.call('app.list', all),
    operations.call('merchant.list', all),
    operations.call('developer.list', all),
  ]);
  return {
    apps: new Map(apps.data.map((app) => [app.id, app.name])),
    merchants: new Map(merchants.data.map((merchant) => [merchant.companyId, merchant.name])),
    people: new Map(people.data.map((person) => [person.userId, person.name])),
  };
}

/** `credential.secret_rotated` is "Credential: secret rotated". */
function wordsOf(event: AuditEvent): string {
  const words = event.replace('api_key', 'API key').replace('.', ': ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function about({ appId, companyId }: AuditEntry, { apps, merchants }: Names): Html {
  const app = appId !== null && html`<li>${link(apps.get(appId), appPath({ id: appId }), `app ${appId}`)}</li>`;
  const merchant =
    companyId !== null &&
    html`<li>${link(merchants.get(companyId), merchantPath({ companyId }), `merchant ${companyId}`)}</li>`;
  return html`<ul>${app}${merchant}</ul>`;
}

/** Records of others have no page here. */
const link = (text: string | undefined, href: string, otherwise: string): Html | string =>
  text === undefined ? otherwise : html`<a href="${href}">${name(text)}</a>`;

function actor({ userId, source }: AuditEntry, { people }: Names): Html | string {
  if (userId === null) return source === 'command line' ? 'Command line' : '–';
  const known = people.get(userId);
  return known === undefined ? 'Someone outside the organization' : name(known);
}
