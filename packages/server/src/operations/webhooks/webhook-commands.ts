import type { EndpointSummary } from '../../webhooks/endpoints.ts';
import type { Sent } from '../../webhooks/requests.ts';
import { command } from '../command.ts';
import { fields, missing, table } from '../text.ts';

const resourcesOf = ({ resources }: Pick<EndpointSummary, 'resources'>): string => resources?.join(', ') ?? 'all';

const sayEndpoint = (endpoint: EndpointSummary): string => fields({ ...endpoint, resources: resourcesOf(endpoint) });

const sayResponse = ({ status, failure, milliseconds }: Pick<Sent, 'status' | 'failure' | 'milliseconds'>): string =>
  failure ?? `The endpoint accepted the request with status ${status} after ${milliseconds} ms.`;

const saySent = (sent: Sent): string => `${sayResponse(sent)}\n${sent.answer ? `\n${sent.answer}\n` : ''}`;

export const WEBHOOK_COMMANDS = [
  command('webhook list', 'webhook.list', {
    columns: { ID: 'endpointId', ENVIRONMENT: 'env', STATUS: 'status', URL: 'url', RESOURCES: resourcesOf },
  }),
  command('webhook show', 'webhook.show', { say: sayEndpoint }),
  command('webhook add', 'webhook.add', {
    args: ['appId', 'url'],
    help: { env: 'whose merchants' },
    defaults: { env: 'SANDBOX' },
    done: ({ endpointId, env, appId }) => `Added the ${env} endpoint ${endpointId} to app ${appId}.`,
  }),
  command('webhook change', 'webhook.change', { say: sayEndpoint }),
  command('webhook rotate-secret', 'webhook.rotate-secret', {
    done: ({ formerSecretUntil }) =>
      `Replaced the secret. Requests are signed with the former one too until ${formerSecretUntil}.`,
  }),
  command('webhook disable', 'webhook.disable', {
    done: ({ endpointId }) => `Disabled endpoint ${endpointId}. Enabled again, it continues where it ended.`,
  }),
  command('webhook enable', 'webhook.enable', {
    done: ({ endpointId }) => `Enabled endpoint ${endpointId}. It continues where it ended.`,
  }),
  command('webhook remove', 'webhook.remove', {
    consequence: ({ endpointId }) => `Endpoint ${endpointId} will be removed, with its place in the changes.`,
    done: ({ endpointId }) => `Removed endpoint ${endpointId}.`,
  }),
  command('webhook test', 'webhook.test', { say: saySent }),
  command('webhook merchants', 'webhook.merchants', {
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
  command('webhook attempts', 'webhook.attempts', {
    args: ['endpointId'],
    help: { companyId: 'requests about this merchant' },
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
  command('webhook resync', 'webhook.resync', {
    consequence: () =>
      'Every endpoint will be told to read everything again, of each of its merchants, and new ids, document numbers and versions begin after a gap.',
    say: (told) => `Requests that will say so: ${told.requests}.\n${missing(told)}`,
  }),
  command('webhook resend', 'webhook.resend', { args: ['endpointId', 'attemptId'], say: saySent }),
];
