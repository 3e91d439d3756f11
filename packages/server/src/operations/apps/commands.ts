import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import type { KeptCheck } from '../../control/traffic-check.ts';
import { command } from '../command.ts';
import type { InputOf, Operations } from '../operations.ts';
import { addresses, fields, lines } from '../text.ts';

const APP_COLUMNS = {
  ID: 'id',
  NAME: 'name',
  PRODUCT: 'product',
  STATE: ({ state, listingState }: AppSummary) => (listingState === 'SUBMITTED' ? `${state}, changed profile` : state),
  ORGANIZATION: ({ organizationId, organization }: AppSummary) => `${organizationId} ${organization}`,
} as const;

function trafficText({ requests, since, until, broken }: KeptCheck): string {
  const found = broken.map(({ name, times }) => `${name} (${times})`).join(', ') || 'no finding';
  return `${requests} requests from ${since} to ${until}: ${found}`;
}

function sayApp(shown: AppDescription): string {
  const { credentials, apiKeys, redirectUris, requestsAMinute, listing: _, checks, submittedCheck, ...app } = shown;
  const use = ({ allowedIps, revokedAt }: (typeof credentials | typeof apiKeys)[number]) =>
    `(from ${addresses(allowedIps)}${revokedAt === null ? '' : ', revoked'})`;
  return fields({
    ...app,
    requestsAMinute: requestsAMinute ?? 'default',
    redirectUris,
    credentials: credentials.map((credential) => `${credential.clientId} ${use(credential)}`),
    apiKeys: apiKeys.map((key) => `${key.apiKeyId} ${key.env} …${key.hint} ${use(key)}`),
    traffic: submittedCheck && trafficText(submittedCheck),
    checks: checks.map(({ passed, found }) => (passed ? found : `${found} (failed)`)),
  });
}

/** Asks for confirmation before approving an app that fails checks of its review. */
async function acceptFailedChecks(operations: Operations, input: InputOf<'app.approve'>) {
  const { state, listingState, checks } = await operations.call('app.show', { appId: input.appId });
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0 || (state !== 'SUBMITTED' && listingState !== 'SUBMITTED')) return { input };
  const found = failed.map((check) => check.found).join(' ');
  return {
    input: { ...input, despite: failed.map(({ check }) => check) },
    consequence: `App ${input.appId} fails checks of its review. ${found}`,
  };
}

export const APP_COMMANDS = [
  command('app list', 'app.list', {
    options: ['organizationId', 'state', 'product', 'waiting', 'search'],
    help: {
      organizationId: 'apps of this organization',
      state: 'apps in this state',
      product: 'apps of this product',
      waiting: 'apps that wait for a decision',
    },
    columns: APP_COLUMNS,
  }),
  command('app show', 'app.show', { say: sayApp }),
  command('app token', 'app.token', {
    args: ['appId'],
    flags: { companyId: '--merchant <id>' },
    help: { companyId: 'id of the sandbox merchant' },
    say: ({ accessToken }) => `${accessToken}\n`,
  }),
  command('app create', 'app.create', {
    args: [],
    help: {
      organizationId: 'id of the organization that owns it',
      name: 'name shown to merchants',
      product: 'sets its scopes and authorization flow',
    },
    done: ({ id, name }) => `Created app ${id}, ${name}, as a draft. It can use the sandbox now.`,
  }),
  command('app update', 'app.update', {
    flags: { description: '--description <text>' },
    help: {
      name: 'name shown to merchants',
      description: 'what it does for a merchant',
      website: 'page about it',
      privacyPolicy: 'page of its privacy policy',
    },
    done: ({ id, name }) => `Changed app ${id}, ${name}.`,
  }),
  command('app logo', 'app.set-logo', {
    args: ['appId', 'logo'],
    done: ({ appId, logo }) => `${logo ? 'Set' : 'Removed'} the logo of app ${appId}.`,
  }),
  command('app submit', 'app.submit', { done: ({ appId }) => `Submitted app ${appId} for review.` }),
  command('app approve', 'app.approve', {
    options: ['reason'],
    help: { reason: 'what to tell the developers of the app' },
    look: acceptFailedChecks,
    done: ({ appId }) => `Approved app ${appId}. Merchants see its profile.`,
  }),
  command('app reject', 'app.reject', {
    options: ['reason'],
    help: { reason: 'what the developers of the app have to change' },
    done: ({ appId }) => `Rejected app ${appId}. It can be changed and submitted again.`,
  }),
  command('app reviews', 'app.reviews', {
    columns: {
      AT: 'at',
      STEP: 'event',
      BY: ({ person }) => person ?? '',
      REASON: ({ reason }) => reason ?? '',
      'FAILED CHECKS': ({ despite }) => despite.join(', '),
    },
  }),
  command('app archive', 'app.archive', {
    consequence: ({ appId }) =>
      `App ${appId} will be archived for good, and its credentials and keys will stop working at once.`,
    done: ({ appId }) => `Archived app ${appId}.`,
  }),
  command('app limit', 'app.limit', {
    args: ['appId', 'requestsAMinute'],
    done: ({ appId, requestsAMinute }) =>
      requestsAMinute === null
        ? `App ${appId} has the default rate limit within 30 seconds.`
        : `App ${appId} may send ${requestsAMinute} requests a minute within 30 seconds.`,
  }),
];

export const REVIEW_COMMANDS = [
  command('review list', 'app.list', {
    summary: 'List the apps that are submitted. Decide with `app approve` and `app reject`.',
    options: [],
    input: (page) => ({ state: 'SUBMITTED', ...page }),
    columns: APP_COLUMNS,
  }),
  command('review show', 'app.show', { summary: 'Show what there is to review of an app.', say: sayApp }),
];

export const ADDRESS_COMMANDS = [
  command('app redirect-uri list', 'redirect-uri.list', { say: ({ redirectUris }) => lines(redirectUris) }),
  command('app redirect-uri add', 'redirect-uri.add', {
    args: ['appId', 'uri'],
    done: ({ appId, uri }) => `App ${appId} may be returned to at ${uri}.`,
  }),
  command('app redirect-uri remove', 'redirect-uri.remove', {
    args: ['appId', 'uri'],
    done: ({ appId, uri }) => `Removed ${uri} from app ${appId}.`,
  }),
  command('app origin list', 'origin.list', { say: ({ origins }) => lines(origins) }),
  command('app origin add', 'origin.add', {
    args: ['appId', 'origin'],
    help: { origin: 'such as https://shop.example' },
    done: ({ appId, origin }) => `Pages of ${origin} may call the API for app ${appId}.`,
  }),
  command('app origin remove', 'origin.remove', {
    args: ['appId', 'origin'],
    help: { origin: 'as it was added' },
    done: ({ appId, origin }) => `Removed ${origin} from app ${appId}.`,
  }),
];
