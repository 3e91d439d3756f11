import { html } from 'hono/html';
import { sandboxCredential } from '../../../directory/apps/sandbox-tokens.ts';
import { formProblems } from '../../kit/form/fields.ts';
import { attempt, FormRejected, rejectedField } from '../../kit/form/filled-form.ts';
import type { Page } from '../../kit/page/layout.ts';
import { notice } from '../../kit/page/parts.ts';
import { recordId } from '../../kit/record-id.ts';
import type { Done } from '../../kit/screen.ts';
import { type Html, name } from '../../languages/html.ts';
import type { ConsoleScreen, ConsoleVisit } from '../audience.ts';
import { code, UNREACHABLE } from '../first-call/response.ts';
import type { LiveResponse } from '../first-call/run-call.ts';
import { snippetsOf } from '../first-call/snippets.ts';
import { merchantPath } from '../merchants.ts';
import { consoleNavigation, inOrganization } from '../navigation.ts';
import { clientCall, titleOf, updateAt, writableOf } from './api-operations.ts';
import { type Asked, askedBy, read, send, targetOf } from './read-records.ts';
import { chooser, editForm, linkTo, recordsOf } from './record-views.ts';

/** Reads, and changes, what an app reads and changes of a sandbox merchant, through the API. */
export const recordsScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/records',
  name: 'records',
  show: recordsPage,
  forms: { saveRecord: { path: '/save', change: saveRecord } },
};

type Value = Readonly<Record<string, unknown>>;

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
  const outcome = await attempt(visit.query, () => read(visit, asked).catch((err) => unreachable(visit, err)));
  const answer = 'done' in outcome ? outcome.done : undefined;
  return page(
    titleOf(asked.path),
    html`${visit.rejected && formProblems(visit.rejected, ['record'])}
    ${chooser(asked, apps)}
    ${'rejected' in outcome && formProblems(outcome.rejected, [])}
    ${answer && (answer === 'unreachable' ? UNREACHABLE : answered(visit, asked, answer))}`,
  );
}

/** A rejection is thrown on, as a problem of the form. */
function unreachable({ deps }: ConsoleVisit, err: unknown): 'unreachable' {
  if (!(err instanceof Error && ['TypeError', 'TimeoutError'].includes(err.name))) throw err;
  deps.log.warn({ err }, 'the console could not reach the API');
  return 'unreachable';
}

const noApp = (visit: ConsoleVisit): Html => html`<div class="empty">
  <h2>Register an app first</h2>
  <p>Records are read with the credential of an app.</p>
  <p><a class="button" href="${inOrganization(visit, '/console/apps/new')}">New app</a></p>
</div>`;

function answered(visit: ConsoleVisit, asked: Asked, response: LiveResponse): Html {
  const { status, reason, body, milliseconds } = response;
  const value = status === 200 ? (JSON.parse(response.text) as Value) : undefined;
  const update = value && updateAt(asked.operations, asked.path);
  return html`<section class="card" id="answer"><h2>${value && !Array.isArray(value.data) ? String(value.name ?? value.orderNo ?? 'Record') : 'Response'}</h2>
    <p role="status"><span class="status ${status < 400 ? 'ok' : 'refused'}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>
    ${value ? recordsOf(asked, value) : notice('error', messageOf(response.text))}
    ${asWritten(visit, asked, body)}
  </section>
  ${value && update && editForm(visit, asked, writableOf(update, value), Number(value.version))}`;
}

function asWritten({ deps }: ConsoleVisit, asked: Asked, body: string): Html {
  const { app, merchant, operation, path, query } = asked;
  const client = clientCall(operation, path, query);
  const call = { id: operation.id, label: titleOf(path), path: targetOf(asked), client };
  const clientId = sandboxCredential(app.credentials)?.clientId ?? '';
  const { apiUrl } = deps;
  const data = { apiUrl, product: app.product, clientId, companyId: merchant.companyId, call, token: undefined };
  const written = [{ title: 'JSON', text: body }, ...snippetsOf(data).filter(({ title }) => title !== 'HTTP')];
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

/** Sends the properties that differ from the record as it is now. */
async function saveRecord(visit: ConsoleVisit): Promise<Done> {
  const { asked } = await placeOf(visit);
  const update = asked && updateAt(asked.operations, asked.path);
  if (!asked || !update) throw rejectedField('', 'The app cannot change this record.');
  const wanted = parsed(visit.fields.get('record') ?? '');
  const now = JSON.parse((await read(visit, asked)).text) as Value;
  const changed = Object.entries(wanted).filter(([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value));
  const to = linkTo(asked, asked.path, asked.query);
  if (changed.length === 0) return { message: 'Nothing has changed.', to };
  const version = recordId(visit.fields.get('version')) ?? 0;
  const patch = { body: Object.fromEntries(changed), version };
  const path = update.path.replace(':id', String(now.id));
  const { status, text } = await send(visit, asked, { path, patch });
  if (status >= 400) throw new FormRejected([{ field: 'record', message: messageOf(text) }]);
  return { message: `Saved ${changed.map(([key]) => key).join(', ')}.`, to };
}

function parsed(text: string): Value {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported like any other text that is no object.
  }
  throw rejectedField('record', 'The record must be a JSON object.');
}
