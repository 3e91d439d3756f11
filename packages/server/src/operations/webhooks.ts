import { array, metadata, nullable, optional, pipe, strictObject, string } from 'valibot';
import { changeControl } from '../control/control.ts';
import { environment, flag, id, oneOf, PAGING } from '../control/input.ts';
import { RESOURCES } from '../database/change-log.ts';
import type { DatabasePool } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import { schemaOf } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import { findAttempt, listAttempts } from '../webhooks/attempts.ts';
import {
  addEndpoint,
  addSecret,
  changeEndpoint,
  describeEndpoint,
  disableEndpoint,
  type EndpointSummary,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret,
} from '../webhooks/endpoints.ts';
import { forgetEndpoint, listMerchants } from '../webhooks/progress.ts';
import type { Sent } from '../webhooks/requests.ts';
import { startAtPresent } from '../webhooks/targets.ts';
import { acting, type Call, doing, FOR_DEVELOPERS, reading } from './operation.ts';
import { fields, missing, table } from './text.ts';

const url = pipe(string('must be a string'), metadata({ value: 'url', help: 'where to send the requests' }));
const resources = pipe(
  array(oneOf(RESOURCES), 'must be a list'),
  metadata({ option: 'resource', value: 'name', help: 'resources whose changes are sent (default: all it can read)' }),
);
const TEXTS = {
  url: {
    label: 'URL',
    hint: 'https:// and a host name with a public address. An endpoint of the sandbox may be http:// on this machine where the server allows it.',
  },
  resources: { hint: 'The changes to send. Choose none for all that the app can read.' },
};
const oneEndpoint = { ...FOR_DEVELOPERS, input: strictObject({ endpointId: id }) };

const shown = ({ control }: Call, endpointId: number): Promise<EndpointSummary> =>
  describeEndpoint(control.pool, endpointId, toTimestamp(control.clock()));

const resourcesOf = ({ resources }: Pick<EndpointSummary, 'resources'>): string => resources?.join(', ') ?? 'all';

const sayEndpoint = (endpoint: EndpointSummary): string => fields({ ...endpoint, resources: resourcesOf(endpoint) });

function saySent({ status, failure, milliseconds, answer }: Sent): string {
  const outcome = failure ?? `The endpoint accepted the request with status ${status} after ${milliseconds} ms.`;
  return `${outcome}\n${answer ? `\n${answer}\n` : ''}`;
}

export const WEBHOOK_OPERATIONS = {
  'webhook.list': reading({
    summary: 'List the webhook endpoints of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }, { control }) => ({
      data: await listEndpoints(pool, { appId }, toTimestamp(control.clock())),
      next: null,
    }),
    columns: { ID: 'endpointId', ENVIRONMENT: 'env', STATUS: 'status', URL: 'url', RESOURCES: resourcesOf },
  }),
  'webhook.show': reading({
    summary: 'Show a webhook endpoint.',
    ...oneEndpoint,
    read: (_, { endpointId }, call) => shown(call, endpointId),
    say: sayEndpoint,
  }),
  'webhook.add': acting({
    summary: 'Add a webhook endpoint. Changes from now on are sent to it.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, env: environment, url, resources: optional(resources) }),
    async act(call, input) {
      const { sealing } = await call.secrets();
      const added = await changeControl(call.control, call.origin, async (tx) => {
        const endpointId = await addEndpoint(tx, input, call.deliveries);
        return { endpointId, secret: await addSecret(tx, sealing, endpointId) };
      });
      await startAtPresent(call, added.endpointId);
      return { ...(await shown(call, added.endpointId)), secret: added.secret };
    },
    fields: { env: { label: 'Environment', help: 'whose merchants', fallback: 'SANDBOX' }, ...TEXTS },
    command: { args: ['appId', 'url'] },
    done: ({ endpointId, env, appId }) => `Added the ${env} endpoint ${endpointId} to app ${appId}.`,
  }),
  'webhook.change': acting({
    summary: 'Change the URL of a webhook endpoint, or the resources whose changes are sent.',
    ...FOR_DEVELOPERS,
    input: strictObject({ endpointId: id, url: optional(url), resources: optional(nullable(resources)) }),
    async act(call, input) {
      await changeControl(call.control, call.origin, (tx) => changeEndpoint(tx, input, call.deliveries));
      call.deliveries.look(input.endpointId);
      return shown(call, input.endpointId);
    },
    fields: TEXTS,
    say: sayEndpoint,
  }),
  'webhook.rotate-secret': acting({
    summary: 'Replace the secret. Requests of the next 24 hours are signed with the former one too.',
    ...oneEndpoint,
    async act(call, { endpointId }) {
      const { sealing } = await call.secrets();
      return changeControl(call.control, call.origin, (tx) => rotateEndpointSecret(tx, sealing, endpointId));
    },
    asks: () => ({
      title: 'Rotate the signing secret?',
      effect: 'A new secret is issued and shown once. Requests of the next 24 hours are signed with both.',
      submit: 'Rotate secret',
    }),
    done: ({ formerSecretUntil }) =>
      `Replaced the secret. Requests are signed with the former one too until ${formerSecretUntil}.`,
  }),
  'webhook.disable': doing({
    summary: 'Stop sending to a webhook endpoint. It keeps its place in the changes.',
    ...oneEndpoint,
    change: (tx, { endpointId }) => disableEndpoint(tx, endpointId, 'developer'),
    done: ({ endpointId }) => `Disabled endpoint ${endpointId}. Enabled again, it continues where it ended.`,
  }),
  'webhook.enable': acting({
    summary: 'Send to a webhook endpoint again, from where it ended, and at once if it fails.',
    ...oneEndpoint,
    async act(call, { endpointId }) {
      await changeControl(call.control, call.origin, (tx) => enableEndpoint(tx, endpointId));
      call.deliveries.look(endpointId);
      return shown(call, endpointId);
    },
    done: ({ endpointId }) => `Enabled endpoint ${endpointId}. It continues where it ended.`,
  }),
  'webhook.remove': acting({
    summary: 'Remove a webhook endpoint.',
    ...oneEndpoint,
    async act({ control, origin, regions }, input) {
      await changeControl(control, origin, (tx) => removeEndpoint(tx, input.endpointId));
      await regions.ask((pool, region) => forgetEndpoint(pool, region, input.endpointId));
      return input;
    },
    asks: () => ({
      title: 'Remove this endpoint?',
      effect: 'Nothing is sent to it any more, and its place in the changes and its requests are deleted.',
      submit: 'Remove',
    }),
    done: ({ endpointId }) => `Removed endpoint ${endpointId}.`,
  }),
  'webhook.test': acting({
    summary: 'Send a test request to a webhook endpoint.',
    ...oneEndpoint,
    perMinute: 20,
    async act(call, { endpointId }) {
      await shown(call, endpointId);
      return call.deliveries.test(endpointId);
    },
    say: saySent,
  }),
  'webhook.merchants': reading({
    summary: 'List the merchants whose changes are sent to a webhook endpoint, and how far behind each is.',
    ...FOR_DEVELOPERS,
    input: strictObject({ endpointId: id, ...PAGING }),
    async read(_, { endpointId, ...page }, call) {
      await shown(call, endpointId);
      return listMerchants(call, endpointId, page);
    },
    columns: {
      MERCHANT: 'companyId',
      NAME: 'merchant',
      STATE: 'state',
      BEHIND: 'behind',
      SINCE: 'behindSince',
      FAILURES: 'failures',
      'NEXT ATTEMPT': 'nextAttemptAt',
    },
  }),
  'webhook.attempts': reading({
    summary: 'List the latest requests to a webhook endpoint, newest first.',
    ...FOR_DEVELOPERS,
    about: ['endpointId'],
    input: strictObject({
      endpointId: id,
      companyId: optional(id),
      failed: optional(pipe(flag, metadata({ help: 'only those that were not accepted' }))),
      ...PAGING,
    }),
    async read(_, { endpointId, companyId, failed, ...page }, call) {
      await shown(call, endpointId);
      return listAttempts(call.regions, { endpointId, companyId, failed }, page);
    },
    fields: { companyId: 'requests about this merchant' },
    command: { args: ['endpointId'] },
    say: (page) =>
      table(page, {
        ID: 'attemptId',
        AT: 'at',
        MERCHANT: 'companyId',
        TYPE: ({ type, resent }) => (resent ? `${type}, again` : type),
        CHANGES: 'changes',
        STATUS: 'status',
        MS: 'milliseconds',
        FAILURE: 'failure',
      }) + missing(page),
  }),
  'webhook.resync': acting({
    summary:
      'Tell every webhook endpoint to read everything again, and skip ids that were lost, after the databases were restored.',
    actors: ['operator'],
    input: strictObject({}),
    async act({ control, origin, regions }) {
      const treat = (pool: DatabasePool, schema: string) =>
        transaction(pool, (client) => pool.restores.restored(client, schema));
      await treat(control.pool, 'control');
      const { answers, unavailable } = await regions.ask((pool, region) => treat(pool, schemaOf(region)));
      const requests = answers.reduce((sum, more) => sum + more, 0);
      await changeControl(control, origin, (tx) => tx.audit('webhook.resynced', { details: { requests } }));
      return { requests, unavailable };
    },
    asks: () => ({
      title: 'Tell every endpoint to read everything again, of each of its merchants?',
      effect: 'New ids, document numbers and versions begin after a gap.',
      submit: 'Tell them',
    }),
    say: (told) => `Requests that will say so: ${told.requests}.\n${missing(told)}`,
  }),
  'webhook.resend': acting({
    summary: 'Send the changes of an earlier request to a webhook endpoint once more, with the same id.',
    ...FOR_DEVELOPERS,
    perMinute: 20,
    input: strictObject({ endpointId: id, attemptId: id }),
    async act(call, { endpointId, attemptId }) {
      await shown(call, endpointId);
      return call.deliveries.resend(endpointId, await findAttempt(call.regions, { endpointId, attemptId }));
    },
    command: { args: ['endpointId', 'attemptId'] },
    say: saySent,
  }),
} as const;
