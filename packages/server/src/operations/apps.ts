import { array, integer, maxValue, metadata, minValue, nullable, number, optional, pipe, strictObject } from 'valibot';
import { APP_ORIGINS, APP_REDIRECT_URIS } from '../control/app-addresses.ts';
import { changeLogo, encodeLogo, type Logo } from '../control/app-logos.ts';
import {
  approveApp,
  isSubmittable,
  REVIEW_CHECKS,
  rejectApp,
  reviewHistory,
  submitApp,
  withdrawApp,
} from '../control/app-review.ts';
import { archiveApp, changeProfile, checkedDescription, checkedLink, setRateLimit } from '../control/apps.ts';
import { changeControl } from '../control/control.ts';
import {
  APP_STATES,
  APPS,
  type AppDescription,
  type AppSummary,
  describeApp,
  STATE,
  WAITS,
} from '../control/describe-app.ts';
import { DirectoryError, InvalidInput } from '../control/errors.ts';
import {
  allowedIps,
  checkedText,
  flag,
  id,
  logo,
  nameOf,
  oneOf,
  origin,
  PAGING,
  product,
  reason,
  redirectUri,
  search,
} from '../control/input.ts';
import { registerApp } from '../control/keys.ts';
import { contains } from '../control/page.ts';
import { checkTraffic, type SubmittedCheck, submittedCheckOf } from '../control/usage.ts';
import { sandboxClient } from '../oauth/access-tokens.ts';
import { acting, type Caller, changing, doing, FOR_DEVELOPERS, listing, reading } from './operation.ts';
import { addresses, fields, lines } from './text.ts';

const name = nameOf('an app');
const link = pipe(checkedText(checkedLink), metadata({ value: 'url' }));

const LIMIT = 'must be an integer from 1 to 1000000000, or null for the default';
const requestsAMinute = pipe(
  number(LIMIT),
  integer(LIMIT),
  minValue(1, LIMIT),
  maxValue(1_000_000_000, LIMIT),
  metadata({ value: 'requests', help: 'requests a minute' }),
);

const oneApp = { ...FOR_DEVELOPERS, input: strictObject({ appId: id }) };

function sayApp(shown: AppDescription): string {
  const { credentials, apiKeys, redirectUris, requestsAMinute, listing: _, checks, submittedCheck, ...app } = shown;
  const use = ({ allowedIps, revokedAt }: (typeof credentials | typeof apiKeys)[number]) =>
    `(from ${addresses(allowedIps)}${revokedAt === null ? '' : ', revoked'})`;
  const trafficText = ({ requests, since, until, broken, kept = [] }: SubmittedCheck) => {
    const found = broken.map(({ name, times }) => `${name} (${times})`).join(', ') || 'none';
    return `${requests} requests from ${since} to ${until}: kept ${kept.length} rules, broke ${found}`;
  };
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
async function acceptFailedChecks<Input extends { readonly appId: number }>(operations: Caller, input: Input) {
  const app = (await operations.call('app.show', { appId: input.appId })) as AppDescription;
  const { state, listingState } = app;
  const { failed, consequence } = failedChecks(app);
  if (failed.length === 0 || (state !== 'SUBMITTED' && listingState !== 'SUBMITTED')) return { input };
  return { input: { ...input, despite: failed.map(({ check }) => check) }, consequence };
}

/** Asks for confirmation before submitting an app that fails checks of its review. */
async function announceFailedChecks<Input extends { readonly appId: number }>(operations: Caller, input: Input) {
  const app = (await operations.call('app.show', { appId: input.appId })) as AppDescription;
  const { failed, consequence } = failedChecks(app);
  return failed.length > 0 && isSubmittable(app) ? { input, consequence } : { input };
}

function failedChecks({ id, checks }: AppDescription) {
  const failed = checks.filter(({ passed }) => !passed);
  const found = failed.map((check) => check.found).join(' ');
  return { failed, consequence: `App ${id} fails checks of its review. ${found}` };
}

export const APP_OPERATIONS = {
  'app.list': reading({
    summary: 'List apps.',
    ...FOR_DEVELOPERS,
    ...listing<AppSummary>(APPS)({
      organizationId: [optional(id), 'a.organization_id = $'],
      state: [optional(oneOf(APP_STATES)), `${STATE} = $`],
      waiting: [optional(flag), `${WAITS} = $`],
      product: [optional(product), 'a.product = $'],
      search: [optional(search), contains('a.name')],
    }),
    columns: {
      ID: 'id',
      NAME: 'name',
      PRODUCT: 'product',
      STATE: ({ state, listingState }) => (listingState === 'SUBMITTED' ? `${state}, changed profile` : state),
      ORGANIZATION: ({ organizationId, organization }) => `${organizationId} ${organization}`,
    },
    fields: {
      organizationId: 'apps of this organization',
      state: 'apps in this state',
      product: 'apps of this product',
      waiting: 'apps that wait for a decision',
      search: { label: 'Name' },
    },
    command: {
      options: ['organizationId', 'state', 'product', 'waiting', 'search'],
      also: {
        path: 'review list',
        summary: 'List the apps that are submitted. Decide with `app approve` and `app reject`.',
        options: [],
        input: (page) => ({ state: 'SUBMITTED' as const, ...page }),
      },
    },
  }),
  'app.show': reading({
    summary: 'Show an app with its redirect URIs, credentials and keys.',
    ...oneApp,
    read: (pool, { appId }) => describeApp(pool, appId),
    say: sayApp,
    command: { also: { path: 'review show', summary: 'Show what there is to review of an app.' } },
  }),
  'app.token': reading({
    summary: 'Get an access token of an app for a sandbox merchant of its organization.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, companyId: id, isOfConsole: optional(flag, false) }),
    async read(pool, { isOfConsole, ...input }, { tokens, control }) {
      const { client, merchant } = await sandboxClient(pool, input, control.clock());
      return tokens.issue(client, merchant, { isOfConsole });
    },
    fields: { companyId: { flag: '--merchant <id>', help: 'id of the sandbox merchant' } },
    command: { args: ['appId'], options: ['companyId'] },
    say: ({ accessToken }) => `${accessToken}\n`,
  }),
  'app.create': changing({
    summary: 'Register an app as a draft. Its sandbox credential is shown once.',
    ...FOR_DEVELOPERS,
    input: strictObject({ organizationId: id, name, product, allowedIps: optional(allowedIps, []) }),
    change: (tx, { allowedIps, ...app }) => registerApp(tx, app, { allowedIps }),
    fields: {
      organizationId: 'id of the organization that owns it',
      name: {
        hint: 'Merchants see it when you ask them to connect. You can change it later.',
        help: 'name shown to merchants',
      },
      product: {
        hint: 'Decides what the app can do. It cannot be changed later.',
        help: 'sets its scopes and authorization flow',
      },
    },
    command: { args: [] },
    done: ({ id, name }) => `Created app ${id}, ${name}, as a draft. It can use the sandbox now.`,
  }),
  'app.update': changing({
    summary: 'Change the name of an app, its description and its links.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      appId: id,
      name: optional(name),
      description: optional(nullable(checkedText(checkedDescription))),
      website: optional(nullable(link)),
      privacyPolicy: optional(nullable(link)),
    }),
    change: (tx, { appId, ...profile }) => changeProfile(tx, appId, profile),
    fields: {
      name: 'name shown to merchants',
      description: {
        hint: 'What the app does for a merchant, in a few sentences; at most 1,000 characters.',
        flag: '--description <text>',
        help: 'what it does for a merchant',
      },
      website: 'page about it',
      privacyPolicy: 'page of its privacy policy',
    },
    done: ({ id, name }) => `Changed app ${id}, ${name}.`,
  }),
  'app.set-logo': acting({
    summary: 'Set the logo of an app, a PNG, JPEG or WebP image, or remove it.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, logo: nullable(logo) }),
    async act({ control, origin }, { appId, logo }) {
      // The logo is encoded again from its pixels, which drops the file's metadata.
      const encode = async ({ content }: Logo): Promise<Logo> => ({
        type: 'image/png',
        content: await encodeLogo(content).catch((error) => {
          throw error instanceof DirectoryError ? new InvalidInput([{ field: 'logo', message: error.message }]) : error;
        }),
      });
      const encoded = logo && (await encode(logo));
      return changeControl(control, origin, async (tx) => ({ appId, logo: await changeLogo(tx, appId, encoded) }));
    },
    command: { path: 'app logo', args: ['appId', 'logo'] },
    done: ({ appId, logo }) => `${logo ? 'Set' : 'Removed'} the logo of app ${appId}.`,
  }),
  'app.submit': acting({
    summary: 'Submit an app for review, with the outcome of its traffic check.',
    ...oneApp,
    async act(call, { appId }) {
      const days = 30;
      const app = await describeApp(call.control.pool, appId);
      const check = submittedCheckOf(await checkTraffic(call, app, days));
      await changeControl(call.control, call.origin, (tx) => submitApp(tx, appId, check));
      return { appId };
    },
    asks: ({ appId }) => ({
      title: `Submit ${appId} for review?`,
      effect:
        'An operator reviews its profile, its redirect URIs and how it keeps the rules for clients. You can withdraw it until the decision.',
      submit: 'Submit for review',
      isUndoable: true,
    }),
    command: { look: announceFailedChecks },
    done: ({ appId }) => `Submitted app ${appId} for review.`,
  }),
  'app.withdraw': doing({
    summary: 'Withdraw a submitted app before the decision. It is a draft again.',
    ...oneApp,
    change: (tx, { appId }) => withdrawApp(tx, appId),
    done: ({ appId }) => `Withdrew app ${appId}. It is a draft again.`,
  }),
  'app.approve': changing({
    summary: 'Approve an app for production, or the changed profile of an approved one.',
    actors: ['operator'],
    input: strictObject({
      appId: id,
      reason: optional(reason),
      profileVersion: optional(id),
      despite: optional(array(oneOf(REVIEW_CHECKS), 'must be a list')),
    }),
    async change(tx, { appId, ...decision }) {
      await approveApp(tx, appId, decision);
      return { appId };
    },
    fields: { reason: 'what to tell the developers of the app' },
    command: { options: ['reason'], look: acceptFailedChecks },
    done: ({ appId }) => `Approved app ${appId}. Merchants see its profile.`,
  }),
  'app.reject': changing({
    summary: 'Reject an app, which can be submitted again, or the changed profile of an approved one.',
    actors: ['operator'],
    input: strictObject({ appId: id, reason, profileVersion: optional(id) }),
    async change(tx, { appId, ...decision }) {
      await rejectApp(tx, appId, decision);
      return { appId };
    },
    fields: { reason: 'what the developers of the app have to change' },
    command: { options: ['reason'] },
    done: ({ appId }) => `Rejected app ${appId}. It can be changed and submitted again.`,
  }),
  'app.reviews': reading({
    summary: 'List the submissions of an app and the decisions about it, newest first.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, ...PAGING }),
    async read(pool, { appId, ...page }, { actor }) {
      await describeApp(pool, appId);
      return reviewHistory(pool, appId, { namesPeople: actor.kind === 'operator' }, page);
    },
    columns: {
      AT: 'at',
      STEP: 'event',
      BY: ({ person }) => person ?? '',
      REASON: ({ reason }) => reason ?? '',
      'FAILED CHECKS': ({ despite }) => despite.join(', '),
    },
  }),
  'app.archive': doing({
    summary: 'Archive an app. This cannot be undone.',
    ...oneApp,
    change: (tx, { appId }) => archiveApp(tx, appId),
    asks: ({ appId }) => ({
      title: `Archive ${appId}?`,
      effect: 'Its client ids, API keys and connections stop working at once, and it can never be changed or restored.',
      submit: 'Archive app',
    }),
    done: ({ appId }) => `Archived app ${appId}.`,
  }),
  'app.limit': doing({
    summary:
      "Set an app's rate limit in requests per minute, or restore the default. It takes effect within 30 seconds.",
    actors: ['operator'],
    input: strictObject({ appId: id, requestsAMinute: nullable(requestsAMinute) }),
    change: (tx, input) => setRateLimit(tx, input.appId, input.requestsAMinute),
    command: { args: ['appId', 'requestsAMinute'] },
    done: ({ appId, requestsAMinute }) =>
      requestsAMinute === null
        ? `App ${appId} has the default rate limit within 30 seconds.`
        : `App ${appId} may send ${requestsAMinute} requests a minute within 30 seconds.`,
  }),
} as const;

/** Operations on the addresses of apps: redirect URIs, and origins of pages that call the API. */
export const ADDRESS_OPERATIONS = {
  'redirect-uri.list': reading({
    summary: 'List the redirect URIs of an app.',
    ...oneApp,
    read: async (pool, { appId }) => ({ appId, redirectUris: (await describeApp(pool, appId)).redirectUris }),
    say: ({ redirectUris }) => lines(redirectUris),
    command: { path: 'app redirect-uri list' },
  }),
  'redirect-uri.add': changing({
    summary: 'Register a redirect URI. It is matched as an exact string.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, uri: redirectUri }),
    async change(tx, { appId, uri }) {
      await APP_REDIRECT_URIS.add(tx, appId, uri);
      return { appId, uri, redirectUris: await APP_REDIRECT_URIS.list(tx, appId) };
    },
    command: { path: 'app redirect-uri add', args: ['appId', 'uri'] },
    done: ({ appId, uri }) => `App ${appId} may be returned to at ${uri}.`,
  }),
  'redirect-uri.remove': changing({
    summary: 'Remove a redirect URI.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, uri: redirectUri }),
    async change(tx, { appId, uri }) {
      await APP_REDIRECT_URIS.remove(tx, appId, uri);
      return { appId, uri, redirectUris: await APP_REDIRECT_URIS.list(tx, appId) };
    },
    asks: () => ({
      title: 'Remove this redirect URI?',
      effect: 'Merchants whom the app sends to the consent screen with it see an error from now on.',
      submit: 'Remove',
    }),
    command: { path: 'app redirect-uri remove', args: ['appId', 'uri'] },
    done: ({ appId, uri }) => `Removed ${uri} from app ${appId}.`,
  }),
  'origin.list': reading({
    summary: 'List the origins from which browsers may call the API for an app.',
    ...oneApp,
    read: async (pool, { appId }) => ({ appId, origins: (await describeApp(pool, appId)).origins }),
    say: ({ origins }) => lines(origins),
    command: { path: 'app origin list' },
  }),
  'origin.add': changing({
    summary: 'Let pages of an origin call the API for an app. It takes effect within 30 seconds.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, origin }),
    async change(tx, { appId, origin }) {
      await APP_ORIGINS.add(tx, appId, origin);
      return { appId, origin, origins: await APP_ORIGINS.list(tx, appId) };
    },
    fields: { origin: 'such as https://shop.example' },
    command: { path: 'app origin add', args: ['appId', 'origin'] },
    done: ({ appId, origin }) => `Pages of ${origin} may call the API for app ${appId}.`,
  }),
  'origin.remove': changing({
    summary: 'Remove an origin. It takes effect within 30 seconds.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, origin }),
    async change(tx, { appId, origin }) {
      await APP_ORIGINS.remove(tx, appId, origin);
      return { appId, origin, origins: await APP_ORIGINS.list(tx, appId) };
    },
    fields: { origin: 'as it was added' },
    asks: () => ({
      title: 'Remove this origin?',
      effect: 'Within 30 seconds, scripts of its pages can no longer call the API for the app.',
      submit: 'Remove',
    }),
    command: { path: 'app origin remove', args: ['appId', 'origin'] },
    done: ({ appId, origin }) => `Removed ${origin} from app ${appId}.`,
  }),
} as const;
