import { html } from 'hono/html';
import { RESOURCES } from '../../../database/changes/resources.ts';
import type { EndpointSummary } from '../../../webhooks/endpoints/describe-endpoint.ts';
import type { AnyField } from '../../kit/form/fields.ts';
import { linesOf, textOf } from '../../kit/form/filled-form.ts';
import { instantOf } from '../../kit/page/instants.ts';
import { WebProblem } from '../../kit/problems.ts';
import type { Html } from '../../languages/html.ts';
import { APP_PATH, type AppVisit, appPath, withApp } from '../app-layout.ts';
import type { ConsoleVisit } from '../audience.ts';

export const WEBHOOKS_PATH = `${APP_PATH}/webhooks`;
export const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:endpointId`;

/** Address of an endpoint in the console, or of a page about it. */
export const webhookPath = ({ appId, endpointId }: EndpointSummary, rest = ''): string =>
  appPath({ id: appId }, `/webhooks/${endpointId}${rest}`);

export type EndpointVisit = AppVisit & { readonly endpoint: EndpointSummary };

/** Finds the endpoint in the path. One of another app responds with 404. */
export async function withEndpoint(given: ConsoleVisit): Promise<EndpointVisit> {
  const visit = await withApp(given);
  const endpoints = await visit.operations.call('webhook.list', { appId: visit.app.id });
  const endpoint = endpoints.data.find(({ endpointId }) => endpointId === visit.id('endpointId'));
  if (!endpoint) throw new WebProblem('notFound');
  return { ...visit, endpoint, environment: endpoint.env };
}

const DISABLED: Readonly<Record<NonNullable<EndpointSummary['disabledBecause']>, string>> = {
  developer: 'Disabled in your organization',
  gone: 'Disabled because it responded 410 Gone',
  failing: 'Disabled after failing for 72 hours',
};

export const stateOf = ({ disabledBecause, disabledAt }: EndpointSummary): Html =>
  disabledBecause
    ? html`<span class="badge rejected">Disabled</span> ${DISABLED[disabledBecause]}${disabledAt && html`, ${instantOf(disabledAt)}`}`
    : html`<span class="badge live">Enabled</span>`;

export const FIELDS: readonly AnyField[] = [
  {
    name: 'url',
    label: 'URL',
    hint: 'https:// and a host name with a public address. An endpoint of the sandbox may be http:// on this machine where the server allows it.',
    attributes: html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`,
  },
  {
    name: 'resources',
    label: 'Resources',
    hint: html`The changes to send, one per line: ${RESOURCES.join(', ')}. Leave it empty for all that the app can read.`,
    optional: true,
    lines: true,
    attributes: html`rows="4" spellcheck="false" autocomplete="off"`,
  },
];

export function valuesIn(fields: URLSearchParams) {
  // The operation rejects names that are no resources.
  const resources = linesOf(fields, 'resources') as (typeof RESOURCES)[number][];
  return { url: textOf(fields, 'url') ?? '', resources: resources.length > 0 ? resources : undefined };
}
