import { array, integer, maxValue, metadata, minValue, nullable, number, optional, pipe, strictObject } from 'valibot';
import { APP_ORIGINS, APP_REDIRECT_URIS } from '../control/app-addresses.ts';
import { changeLogo, encodeLogo, type Logo } from '../control/app-logos.ts';
import { approveApp, REVIEW_CHECKS, rejectApp, reviewHistory, submitApp } from '../control/app-review.ts';
import { archiveApp, changeProfile, checkedDescription, checkedLink, setRateLimit } from '../control/apps.ts';
import { changeControl } from '../control/control.ts';
import { APP_STATES, APPS, type AppSummary, describeApp, STATE, WAITS } from '../control/describe-app.ts';
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
import { contains, readPage } from '../control/page.ts';
import { checkTraffic, keptCheck } from '../control/traffic-check.ts';
import { sandboxClient } from '../oauth/sandbox-tokens.ts';
import { acting, changing, doing, FOR_DEVELOPERS, reading } from './operation.ts';

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

/** Re-encodes a logo from its pixels, which drops the file's metadata. */
async function encodedLogo({ content }: Logo): Promise<Logo> {
  try {
    return { type: 'image/png', content: await encodeLogo(content) };
  } catch (error) {
    throw error instanceof DirectoryError ? new InvalidInput([{ field: 'logo', message: error.message }]) : error;
  }
}

/** Days of traffic that are checked at a submission. */
const SUBMITTED_DAYS = 30;

const oneApp = { ...FOR_DEVELOPERS, input: strictObject({ appId: id }) };

type AddressEdit = 'add' | 'remove';

/** Adds or removes a redirect URI. Returns the resulting list. */
const redirectUriEdit = (edit: AddressEdit, summary: string) =>
  changing({
    summary,
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, uri: redirectUri }),
    async change(tx, { appId, uri }) {
      await APP_REDIRECT_URIS[edit](tx, appId, uri);
      return { appId, uri, redirectUris: await APP_REDIRECT_URIS.list(tx, appId) };
    },
  });

/** Adds or removes an origin. Returns the resulting list. */
const originEdit = (edit: AddressEdit, summary: string) =>
  changing({
    summary,
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, origin }),
    async change(tx, { appId, origin }) {
      await APP_ORIGINS[edit](tx, appId, origin);
      return { appId, origin, origins: await APP_ORIGINS.list(tx, appId) };
    },
  });

export const APP_OPERATIONS = {
  'app.list': reading({
    summary: 'List apps.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      organizationId: optional(id),
      state: optional(oneOf(APP_STATES)),
      waiting: optional(flag),
      product: optional(product),
      search: optional(search),
      ...PAGING,
    }),
    read: (pool, { organizationId, state, waiting, product, search, ...page }) =>
      readPage<AppSummary>(
        pool,
        APPS,
        {
          'a.organization_id = $': organizationId,
          [`${STATE} = $`]: state,
          [`${WAITS} = $`]: waiting,
          'a.product = $': product,
          [contains('a.name')]: search,
        },
        page,
      ),
  }),
  'app.show': reading({
    summary: 'Show an app with its redirect URIs, credentials and keys.',
    ...oneApp,
    read: (pool, { appId }) => describeApp(pool, appId),
  }),
  'app.token': reading({
    summary: 'Get an access token of an app for a sandbox merchant of its organization.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, companyId: id }),
    async read(pool, input, { tokens, control }) {
      const { client, merchant } = await sandboxClient(pool, input, control.clock());
      return tokens.issue(client, merchant);
    },
  }),
  'app.create': changing({
    summary: 'Register an app as a draft. Its sandbox credential is shown once.',
    ...FOR_DEVELOPERS,
    input: strictObject({ organizationId: id, name, product, allowedIps: optional(allowedIps, []) }),
    change: (tx, { allowedIps, ...app }) => registerApp(tx, app, { allowedIps }),
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
  }),
  'app.set-logo': acting({
    summary: 'Set the logo of an app, a PNG, JPEG or WebP image, or remove it.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, logo: nullable(logo) }),
    async act({ control, origin }, { appId, logo }) {
      const encoded = logo && (await encodedLogo(logo));
      return changeControl(control, origin, async (tx) => ({ appId, logo: await changeLogo(tx, appId, encoded) }));
    },
  }),
  'app.submit': acting({
    summary: 'Submit an app for review, with the outcome of its traffic check.',
    ...oneApp,
    async act(call, { appId }) {
      const check = keptCheck(await checkTraffic(call, appId, SUBMITTED_DAYS));
      await changeControl(call.control, call.origin, (tx) => submitApp(tx, appId, check));
      return { appId };
    },
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
  }),
  'app.reject': changing({
    summary: 'Reject an app, which can be submitted again, or the changed profile of an approved one.',
    actors: ['operator'],
    input: strictObject({ appId: id, reason, profileVersion: optional(id) }),
    async change(tx, { appId, ...decision }) {
      await rejectApp(tx, appId, decision);
      return { appId };
    },
  }),
  'app.reviews': reading({
    summary: 'List the submissions of an app and the decisions about it, newest first.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, ...PAGING }),
    async read(pool, { appId, ...page }, { actor }) {
      await describeApp(pool, appId);
      return reviewHistory(pool, appId, { namesPeople: actor.kind === 'operator' }, page);
    },
  }),
  'app.archive': doing({
    summary: 'Archive an app. This cannot be undone.',
    ...oneApp,
    change: (tx, { appId }) => archiveApp(tx, appId),
  }),
  'app.limit': doing({
    summary:
      "Set an app's rate limit in requests per minute, or restore the default. It takes effect within 30 seconds.",
    actors: ['operator'],
    input: strictObject({ appId: id, requestsAMinute: nullable(requestsAMinute) }),
    change: (tx, input) => setRateLimit(tx, input.appId, input.requestsAMinute),
  }),
  'redirect-uri.list': reading({
    summary: 'List the redirect URIs of an app.',
    ...oneApp,
    read: async (pool, { appId }) => ({ appId, redirectUris: (await describeApp(pool, appId)).redirectUris }),
  }),
  'redirect-uri.add': redirectUriEdit('add', 'Register a redirect URI. It is matched as an exact string.'),
  'redirect-uri.remove': redirectUriEdit('remove', 'Remove a redirect URI.'),
  'origin.list': reading({
    summary: 'List the origins from which browsers may call the API for an app.',
    ...oneApp,
    read: async (pool, { appId }) => ({ appId, origins: (await describeApp(pool, appId)).origins }),
  }),
  'origin.add': originEdit('add', 'Let pages of an origin call the API for an app. It takes effect within 30 seconds.'),
  'origin.remove': originEdit('remove', 'Remove an origin. It takes effect within 30 seconds.'),
} as const;
