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
import { startAtPresent } from '../webhooks/targets.ts';
import { acting, type Call, doing, FOR_DEVELOPERS, reading } from './operation.ts';

const url = pipe(string('must be a string'), metadata({ value: 'url', help: 'where to send the requests' }));
const resources = pipe(
  array(oneOf(RESOURCES), 'must be a list'),
  metadata({ option: 'resource', value: 'name', help: 'resources whose changes are sent (default: all it can read)' }),
);
const oneEndpoint = { ...FOR_DEVELOPERS, input: strictObject({ endpointId: id }) };

const shown = ({ control }: Call, endpointId: number): Promise<EndpointSummary> =>
  describeEndpoint(control.pool, endpointId, toTimestamp(control.clock()));

/** Operations on webhook endpoints. */
export const WEBHOOK_OPERATIONS = {
  'webhook.list': reading({
    summary: 'List the webhook endpoints of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }, { control }) => ({
      data: await listEndpoints(pool, { appId }, toTimestamp(control.clock())),
      next: null,
    }),
  }),
  'webhook.show': reading({
    summary: 'Show a webhook endpoint.',
    ...oneEndpoint,
    read: (_, { endpointId }, call) => shown(call, endpointId),
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
  }),
  'webhook.rotate-secret': acting({
    summary: 'Replace the secret. Requests of the next 24 hours are signed with the former one too.',
    ...oneEndpoint,
    async act(call, { endpointId }) {
      const { sealing } = await call.secrets();
      return changeControl(call.control, call.origin, (tx) => rotateEndpointSecret(tx, sealing, endpointId));
    },
  }),
  'webhook.disable': doing({
    summary: 'Stop sending to a webhook endpoint. It keeps its place in the changes.',
    ...oneEndpoint,
    change: (tx, { endpointId }) => disableEndpoint(tx, endpointId, 'developer'),
  }),
  'webhook.enable': acting({
    summary: 'Send to a webhook endpoint again, from where it ended, and at once if it fails.',
    ...oneEndpoint,
    async act(call, { endpointId }) {
      await changeControl(call.control, call.origin, (tx) => enableEndpoint(tx, endpointId));
      call.deliveries.look(endpointId);
      return shown(call, endpointId);
    },
  }),
  'webhook.remove': acting({
    summary: 'Remove a webhook endpoint.',
    ...oneEndpoint,
    async act({ control, origin, regions }, input) {
      await changeControl(control, origin, (tx) => removeEndpoint(tx, input.endpointId));
      await regions.ask((pool, region) => forgetEndpoint(pool, region, input.endpointId));
      return input;
    },
  }),
  'webhook.test': acting({
    summary: 'Send a test request to a webhook endpoint.',
    ...oneEndpoint,
    perMinute: 20,
    async act(call, { endpointId }) {
      await shown(call, endpointId);
      return call.deliveries.test(endpointId);
    },
  }),
  'webhook.merchants': reading({
    summary: 'List the merchants whose changes are sent to a webhook endpoint, and how far behind each is.',
    ...FOR_DEVELOPERS,
    input: strictObject({ endpointId: id, ...PAGING }),
    async read(_, { endpointId, ...page }, call) {
      await shown(call, endpointId);
      return listMerchants(call, endpointId, page);
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
  }),
} as const;
