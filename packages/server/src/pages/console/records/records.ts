import { html } from 'hono/html';
import { sandboxCredential } from '../../../oauth/access-tokens.ts';
import { recordId, redirect } from '../../kit/context.ts';
import { attempt, formProblems } from '../../kit/fields.ts';
import type { Page } from '../../kit/layout.ts';
import { code, notice } from '../../kit/page.ts';
import { type Html, name } from '../../languages/html.ts';
import {
  APP_PATH,
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
  inOrganization,
  withApp,
} from '../layout.ts';
import { merchantPath } from '../merchants.ts';
import { type LiveResponse, snippetsOf, UNREACHABLE } from './api-calls.ts';
import { clientCall, createAt, titleOf, updateAt } from './api-operations.ts';
import { changeForm, changesOf, createForm } from './change-record.ts';
import type { Value } from './properties.ts';
import { type Asked, askedBy, chooser, linkTo, read, recordsOf, targetOf } from './record-views.ts';

/** Reads, and changes, what an app reads and changes of a sandbox merchant, through the API. */
export const recordsScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/records',
  name: 'records',
  show: recordsPage,
  forms: changesOf(async (visit) => (await placeOf(visit)).asked),
};

/** The first call of an app: the data browser at a list that its product reads, at a sandbox merchant if there is one. */
export const firstCallScreen: ConsoleScreen = {
  path: `${APP_PATH}/first-call`,
  name: 'firstCall',
  async show(given) {
    const { ctx, operations, organizationId, app } = await withApp(given);
    const { data } = await operations.call('merchant.list', { organizationId, active: true, limit: 1 });
    const [merchant] = data;
    const path = app.product === 'ADSR' ? '/reports/daily-sales' : '/items';
    redirect(ctx, merchant ? linkTo({ app, merchant }, path) : inOrganization(given, '/console/merchants'));
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
  const back = html`<p><a class="back" href="${merchantPath(merchant)}">${name(merchant.name)}</a></p>`;
  const page = (title: string, content: Html): Page => ({
    title: `${title} of ${merchant.name}`,
    body: html`${back}<h1>${title}</h1>${content}`,
    navigation: consoleNavigation(visit, 'merchants'),
  });
  if (!app) return page('Records', noApp(visit));
  if (!asked) return page('Records', notice('hint', `An app of the product ${app.product} cannot read this.`));
  const outcome = await attempt(visit.query, () => read(visit, asked));
  const answer = 'done' in outcome ? outcome.done : undefined;
  const value = typeof answer === 'object' && answer.status === 200 ? (JSON.parse(answer.text) as Value) : undefined;
  const form = value && formFor(visit, asked, value);
  return page(
    titleOf(asked.path),
    html`${chooser(asked, apps)}
    ${'rejected' in outcome && formProblems(outcome.rejected, [])}
    ${answer && (answer === 'unreachable' ? notice('error', UNREACHABLE) : answered(visit, asked, answer, value))}
    ${form}`,
  );
}

const noApp = (visit: ConsoleVisit): Html => html`<div class="empty">
  <h2>Register an app first</h2>
  <p>Records are read with the credential of an app.</p>
  <p><a class="button" href="${inOrganization(visit, '/console/apps/new')}">New app</a></p>
</div>`;

function answered(visit: ConsoleVisit, asked: Asked, response: LiveResponse, value: Value | undefined): Html {
  const { status, reason, body, milliseconds } = response;
  return html`<section class="card" id="answer"><h2>${value && !Array.isArray(value.data) ? String(value.name ?? value.orderNo ?? 'Record') : 'Response'}</h2>
    <p role="status"><span class="status ${status < 400 ? 'ok' : 'refused'}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>
    ${value ? recordsOf(asked, value) : notice('error', messageOf(response.text))}
    ${asWritten(visit, asked, body)}
  </section>`;
}

/** The form for what the app may change here. */
function formFor(visit: ConsoleVisit, asked: Asked, value: Value): Html | undefined {
  const [create, update] = [createAt(asked.operations, asked.path), updateAt(asked.operations, asked.path)];
  if (create) return createForm(visit, asked, create);
  return update && changeForm(visit, asked, update, value);
}

function asWritten({ deps }: ConsoleVisit, asked: Asked, body: string): Html {
  const { app, merchant, operation, path, query } = asked;
  const call = clientCall(operation, path, query);
  const clientId = sandboxCredential(app.credentials, deps.control.clock())?.clientId ?? '';
  const { apiUrl } = deps;
  const data = { apiUrl, product: app.product, clientId, companyId: merchant.companyId, path: targetOf(asked), call };
  const written = [{ title: 'JSON', text: body }, ...snippetsOf(data)];
  return html`${written.map(
    ({ title, text }) => html`<details><summary>As ${title}</summary>${code(title, text)}</details>`,
  )}`;
}

/** What the API says about a rejected request. */
function messageOf(text: string): string {
  try {
    const { message = text } = JSON.parse(text) as { readonly message?: string };
    return message;
  } catch {
    return text;
  }
}
