import { html } from 'hono/html';
import { sandboxCredential } from '../../../oauth/access-tokens.ts';
import { recordId, redirect } from '../../kit/context.ts';
import { attempt, formProblems } from '../../kit/fields.ts';
import type { Page } from '../../kit/layout.ts';
import { code, notice } from '../../kit/page.ts';
import type { Html } from '../../languages/html.ts';
import {
  APP_PATH,
  type ConsoleScreen,
  type ConsoleVisit,
  inOrganization,
  nextForApps,
  noApp,
  withApp,
} from '../layout.ts';
import { merchantPage } from '../merchants.ts';
import { type LiveResponse, snippetsOf, statusLine, UNREACHABLE } from './api-calls.ts';
import { clientCall, createAt, titleOf, updateAt } from './api-operations.ts';
import { changeForm, changesOf, createForm } from './change-record.ts';
import type { Value } from './properties.ts';
import { type Asked, askedBy, chooser, firstList, linkTo, read, recordsOf, targetOf } from './record-views.ts';

/** Reads and changes a sandbox merchant's records through the API, as an app would. */
export const recordsScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/records',
  name: 'records',
  show: recordsPage,
  forms: changesOf(async (visit) => (await placeOf(visit)).asked),
};

/** The first call of an app: the data browser at a list its product reads, for a sandbox merchant if there is one. */
export const firstCallScreen: ConsoleScreen = {
  path: `${APP_PATH}/first-call`,
  name: 'firstCall',
  async show(given) {
    const { ctx, operations, organizationId, app } = await withApp(given);
    const { data } = await operations.call('merchant.list', { organizationId, active: true, limit: 1 });
    const [merchant] = data;
    redirect(
      ctx,
      merchant ? linkTo({ app, merchant }, firstList(app.product)) : inOrganization(given, '/console/merchants/new'),
    );
    return undefined;
  },
};

async function placeOf(visit: ConsoleVisit) {
  const { operations, organizationId, id, fields, query } = visit;
  const given = fields.size > 0 ? fields : query;
  const merchant = await operations.call('merchant.show', { companyId: id('companyId') });
  const { data } = await operations.call('app.list', { organizationId, limit: 200 });
  const apps = data.filter(({ state }) => state !== 'ARCHIVED');
  const chosen = apps.find((app) => app.id === recordId(given.get('app'))) ?? apps[0];
  const app = chosen && (await operations.call('app.show', { appId: chosen.id }));
  return { merchant, apps, given, asked: app && (await askedBy(visit, merchant, app, given)), app };
}

async function recordsPage(visit: ConsoleVisit): Promise<Page> {
  const { merchant, apps, app, asked } = await placeOf(visit);
  const page = (title: string, content: Html) => merchantPage(merchant, title, content);
  if (!app) return page('Records', noApp(visit, 'Records are read with the credential of an app.'));
  if (!asked) return page('Records', notice('hint', `An app of the product ${app.product} cannot read this.`));
  const outcome = await attempt(visit.query, () => read(visit, asked));
  const answer = 'done' in outcome ? outcome.done : undefined;
  const value = typeof answer === 'object' && answer.status === 200 ? (JSON.parse(answer.text) as Value) : undefined;
  const [create, update] = [createAt(asked.operations, asked.path), updateAt(asked.operations, asked.path)];
  const change = update && value && changeForm(visit, asked, update, value);
  return page(
    titleOf(asked.path),
    html`${chooser(asked, apps)}
    ${'rejected' in outcome && formProblems(outcome.rejected, [])}
    ${answer && (answer === 'unreachable' ? notice('error', UNREACHABLE) : answered(visit, asked, answer, value))}
    ${value && nextForApps([app])}
    ${create && value ? createForm(visit, asked, create) : change}`,
  );
}

function answered(visit: ConsoleVisit, asked: Asked, response: LiveResponse, value: Value | undefined): Html {
  const { text, body } = response;
  const { app, merchant, operation, path, query } = asked;
  const { apiUrl, control } = visit.deps;
  const isRecord = value && !Array.isArray(value.data);
  const written = snippetsOf({
    apiUrl,
    product: app.product,
    clientId: sandboxCredential(app.credentials, control.clock())?.clientId ?? '',
    companyId: merchant.companyId,
    path: targetOf(asked),
    call: clientCall(operation, path, query),
  });
  return html`<section class="card" id="answer"><h2>${isRecord ? String(value.name ?? value.orderNo ?? 'Record') : 'Response'}</h2>
    ${statusLine(response)}
    ${value ? recordsOf(asked, value) : notice('error', messageOf(text))}
    ${[{ title: 'JSON', text: body }, ...written].map(
      (one) => html`<details><summary>As ${one.title}</summary>${code(one.title, one.text)}</details>`,
    )}
  </section>`;
}

function messageOf(text: string): string {
  try {
    const { message = text } = JSON.parse(text) as { readonly message?: string };
    return message;
  } catch {
    return text;
  }
}
