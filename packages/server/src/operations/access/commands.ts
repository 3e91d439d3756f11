import { command, type OperationCommand } from '../command.ts';

const OF_GRANT = {
  organizationId: 'those of this organization',
  appId: 'those of this app',
  companyId: 'those of this merchant',
};

const MERCHANT_AND_APP = {
  args: [],
  options: ['companyId', 'appId'],
  help: { companyId: 'id of the merchant', appId: 'id of the app' },
} as const;

interface Grant {
  readonly appId: number;
  readonly app: string;
  readonly companyId: number;
  readonly merchant: string | null;
}

const app = ({ appId, app }: Grant) => `${appId} ${app}`;
const merchant = ({ companyId, merchant }: Grant) => `${companyId} ${merchant ?? ''}`;

/** Requests access. The command exists under two names. */
export const requestAccess = (path: string): OperationCommand =>
  command(path, 'access-request.create', {
    args: ['appId'],
    help: { companyId: 'id of the merchant' },
    done: ({ accessRequestId }, { companyId }) =>
      `Created access request ${accessRequestId}. The owner of merchant ${companyId} has 30 days to decide.`,
  });

export const ACCESS_COMMANDS = [
  command('access-request list', 'access-request.list', {
    help: { ...OF_GRANT, state: 'those in this state' },
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
  command('access-request show', 'access-request.show'),
  requestAccess('access-request create'),
  command('access-request withdraw', 'access-request.withdraw', {
    done: ({ accessRequestId }) => `Withdrew access request ${accessRequestId}.`,
  }),
  command('access-request revoke', 'access-request.revoke', {
    consequence: ({ accessRequestId }) =>
      `The approval of access request ${accessRequestId} will end at once; the app has to ask again.`,
    done: ({ accessRequestId }) => `Took the approval of access request ${accessRequestId} back.`,
  }),
  command('connection list', 'connection.list', {
    help: OF_GRANT,
    columns: { APP: app, MERCHANT: merchant, ENVIRONMENT: 'env', CONNECTED: 'connectedAt', 'LAST USED': 'lastUsedAt' },
  }),
  command('connection show', 'connection.show', MERCHANT_AND_APP),
  command('connection end', 'connection.end', {
    ...MERCHANT_AND_APP,
    consequence: ({ companyId, appId }) =>
      `App ${appId} will be disconnected from merchant ${companyId}; the merchant has to connect it again.`,
    done: ({ companyId, appId }) => `Ended the connection of app ${appId} to merchant ${companyId}.`,
  }),
];
