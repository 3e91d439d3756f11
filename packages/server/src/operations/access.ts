import { optional, strictObject } from 'valibot';
import {
  ACCESS_REQUEST_STATES,
  type AccessReader,
  approveAccess,
  declineAccess,
  describeAccessRequest,
  listAccessRequests,
  requestAccess,
  revokeAccess,
  withdrawAccessRequest,
} from '../control/access-requests.ts';
import { describeConnection, disconnect, listConnections } from '../control/connections.ts';
import { changeControl } from '../control/control.ts';
import { id, oneOf, PAGING, storeIds } from '../control/input.ts';
import { acting, type Call, doing, reading } from './operation.ts';

const FOR_ALL = { actors: ['operator', 'developer', 'owner', 'employee'] } as const;
const grant = { organizationId: optional(id), appId: optional(id), companyId: optional(id) };
const decided = { companyId: id, accessRequestId: id };
const readerOf = ({ actor, control }: Call): AccessReader => ({
  now: control.clock(),
  isDeveloper: 'organizationId' in actor,
});

const OF_GRANT = {
  organizationId: 'those of this organization',
  appId: 'those of this app',
  companyId: 'those of this merchant',
};

/** Merchant and app are options, never positional. */
const MERCHANT_AND_APP = {
  fields: { companyId: 'id of the merchant', appId: 'id of the app' },
  command: { args: [], options: ['companyId', 'appId'] },
} as const;

interface Grant {
  readonly appId: number;
  readonly app: string;
  readonly companyId: number;
  readonly merchant: string | null;
}

const app = ({ appId, app }: Grant) => `${appId} ${app}`;
const merchant = ({ companyId, merchant }: Grant) => `${companyId} ${merchant ?? ''}`;

/** Apps' access to merchants: OAuth connections, and access requests of ADSR apps. */
export const ACCESS_OPERATIONS = {
  'access-request.list': reading({
    summary: 'List access requests, newest first.',
    ...FOR_ALL,
    about: ['organizationId', 'companyId'],
    input: strictObject({ ...grant, state: optional(oneOf(ACCESS_REQUEST_STATES)), ...PAGING }),
    read: (pool, { limit, after, ...filter }, call) =>
      listAccessRequests(pool, filter, { limit, after }, readerOf(call)),
    fields: { ...OF_GRANT, state: 'those in this state' },
    columns: {
      ID: 'accessRequestId',
      APP: app,
      MERCHANT: merchant,
      STORES: 'storeIds',
      APPROVED: 'approvedStoreIds',
      STATE: 'state',
      EXPIRES: ({ state, expiresAt }) => (state === 'PENDING' ? expiresAt : null),
    },
  }),
  'access-request.show': reading({
    summary: 'Show an access request.',
    ...FOR_ALL,
    input: strictObject({ accessRequestId: id }),
    read: (pool, { accessRequestId }, call) => describeAccessRequest(pool, accessRequestId, readerOf(call)),
  }),
  'access-request.create': acting({
    summary: "Request access to a live merchant's stores for an ADSR app.",
    actors: ['operator', 'developer'],
    about: ['appId'],
    input: strictObject({ appId: id, companyId: id, storeIds }),
    cells: true,
    act: async ({ control, regions, origin }, request) => ({
      accessRequestId: await requestAccess({ control, regions }, origin, request),
    }),
    fields: {
      companyId: { hint: 'Ask the merchant for it.', help: 'id of the merchant' },
      storeIds: { hint: 'One or more, separated by commas.' },
    },
    command: { args: ['appId'], also: { path: 'app request-access' } },
    done: ({ accessRequestId }, { companyId }) =>
      `Created access request ${accessRequestId}. The owner of merchant ${companyId} has 30 days to decide.`,
  }),
  'access-request.withdraw': doing({
    summary: 'Withdraw an access request that has not been decided.',
    actors: ['operator', 'developer'],
    input: strictObject({ accessRequestId: id }),
    change: (tx, input) => withdrawAccessRequest(tx, input.accessRequestId),
    done: ({ accessRequestId }) => `Withdrew access request ${accessRequestId}.`,
  }),
  'access-request.approve': doing({
    summary: 'Approve an access request, for all or fewer of its stores.',
    actors: ['owner'],
    input: strictObject({ ...decided, storeIds, replaces: optional(id) }),
    change: (tx, { accessRequestId, ...approval }) => approveAccess(tx, { id: accessRequestId, ...approval }),
  }),
  'access-request.decline': doing({
    summary: 'Decline an access request.',
    actors: ['owner'],
    input: strictObject(decided),
    change: (tx, { companyId, accessRequestId }) => declineAccess(tx, { companyId, id: accessRequestId }),
  }),
  'access-request.revoke': acting({
    summary: 'Take an approval back. The keys of the app stop reaching the merchant at once.',
    actors: ['operator', 'owner'],
    input: strictObject({ accessRequestId: id }),
    async act(call, { accessRequestId }) {
      const { control, origin } = call;
      const { companyId } = await describeAccessRequest(control.pool, accessRequestId, readerOf(call));
      await changeControl(control, origin, (tx) => revokeAccess(tx, { companyId, id: accessRequestId }));
      return { accessRequestId };
    },
    asks: ({ accessRequestId }) => ({
      title: `Take the approval of ${accessRequestId} back?`,
      effect: 'The keys of the app stop reaching the merchant at once; the app has to ask again.',
      submit: 'Take back',
    }),
    done: ({ accessRequestId }) => `Took the approval of access request ${accessRequestId} back.`,
  }),
  'connection.list': reading({
    summary: 'List the apps that merchants have connected.',
    ...FOR_ALL,
    about: ['organizationId', 'companyId'],
    input: strictObject({ ...grant, ...PAGING }),
    read: (pool, { limit, after, ...filter }, { control }) =>
      listConnections(pool, filter, { limit, after }, control.clock()),
    fields: OF_GRANT,
    columns: { APP: app, MERCHANT: merchant, ENVIRONMENT: 'env', CONNECTED: 'connectedAt', 'LAST USED': 'lastUsedAt' },
  }),
  'connection.show': reading({
    summary: "Show an app's connection to a merchant.",
    actors: ['operator', 'developer'],
    about: ['appId'],
    input: strictObject({ appId: id, companyId: id }),
    read: (pool, input, { control }) => describeConnection(pool, input, control.clock()),
    ...MERCHANT_AND_APP,
  }),
  'connection.end': doing({
    summary: "End an app's connection to a merchant. Its refresh tokens end at once.",
    actors: ['operator', 'owner'],
    about: ['companyId'],
    input: strictObject({ companyId: id, appId: id }),
    change: (tx, input) => disconnect(tx, input.companyId, input.appId),
    ...MERCHANT_AND_APP,
    asks: ({ appId, companyId }) => ({
      title: `Disconnect ${appId} from ${companyId}?`,
      effect: 'Its access ends at once; the merchant has to connect it again.',
      submit: 'Disconnect',
    }),
    done: ({ companyId, appId }) => `Ended the connection of app ${appId} to merchant ${companyId}.`,
  }),
} as const;
