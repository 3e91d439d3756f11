import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { PRODUCTS, type Product } from '../credentials/products.ts';
import { APP_STATES, type AppDescription, type AppSummary } from '../directory/apps/describe-app.ts';
import type { InputOf, Operations } from '../directory/operations.ts';
import type { Page } from '../directory/page.ts';
import { addAccessRequestCreate } from './access-request.ts';
import { addRequests } from './app-requests.ts';
import {
  allowOption,
  type ControlCommands,
  confirmable,
  describedBy,
  id,
  type PageFlags,
  paged,
} from './control-command.ts';
import { apiKeyCommand, credentialCommand } from './credential.ts';
import { originCommand } from './origin.ts';
import { redirectUriCommand } from './redirect-uri.ts';
import { addresses, fields, table, withSecrets } from './words.ts';

export function appCommand(commands: ControlCommands): Command {
  const app = new Command('app').description('Manage apps: review, credentials, redirect URIs, origins and API keys.');
  addReading(app, commands);
  addRegistration(app, commands);
  addLogo(app, commands);
  addReview(app, commands);
  addLimit(app, commands);
  addRequests(app, commands);
  app.addCommand(redirectUriCommand(commands));
  app.addCommand(originCommand(commands));
  app.addCommand(credentialCommand(commands));
  app.addCommand(apiKeyCommand(commands));
  addAccessRequestCreate(app, 'request-access', commands);
  return app;
}

interface AppFilterFlags extends PageFlags {
  readonly organization?: number;
  readonly state?: AppSummary['state'];
  readonly product?: Product;
  readonly waiting?: true;
  readonly search?: string;
}

export const appTable = (page: Page<AppSummary>): string =>
  table(page, [
    ['ID', ({ id }) => id],
    ['NAME', ({ name }) => name],
    ['PRODUCT', ({ product }) => product],
    ['STATE', ({ state, listingState }) => (listingState === 'SUBMITTED' ? `${state}, changed profile` : state)],
    ['ORGANIZATION', ({ organizationId, organization }) => `${organizationId} ${organization}`],
  ]);

function addReading(app: Command, { calling }: ControlCommands): void {
  paged(describedBy(app.command('list'), 'app.list'))
    .option('--organization <id>', 'apps of this organization', id)
    .addOption(new Option('--state <state>', 'apps in this state').choices(APP_STATES))
    .addOption(new Option('--product <product>', 'apps of this product').choices(PRODUCTS))
    .option('--waiting', 'apps that wait for a decision')
    .option('--search <text>', 'part of the name')
    .action(
      calling('app.list', {
        input: ({ organization, ...flags }: AppFilterFlags) => ({ organizationId: organization, ...flags }),
        say: appTable,
      }),
    );
  describedBy(app.command('show'), 'app.show')
    .argument('<app>', 'id of the app', id)
    .action(calling('app.show', { input: (appId: number) => ({ appId }), say: describe }));
}

export function describe({
  credentials,
  apiKeys,
  redirectUris,
  requestsAMinute,
  listing: _,
  checks,
  ...app
}: AppDescription): string {
  const revoked = (at: string | null) => (at === null ? '' : ', revoked');
  return fields({
    ...app,
    requestsAMinute: requestsAMinute ?? 'default',
    redirectUris,
    credentials: credentials.map(
      ({ clientId, allowedIps, revokedAt }) => `${clientId} (from ${addresses(allowedIps)}${revoked(revokedAt)})`,
    ),
    apiKeys: apiKeys.map(
      ({ apiKeyId, env, hint, allowedIps, revokedAt }) =>
        `${apiKeyId} ${env} …${hint} (from ${addresses(allowedIps)}${revoked(revokedAt)})`,
    ),
    checks: checks.map(({ passed, found }) => (passed ? found : `${found} (failed)`)),
  });
}

interface AppFlags {
  readonly organization: number;
  readonly name: string;
  readonly product: Product;
  readonly allowIp: string[];
}

interface ProfileFlags {
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
  readonly privacyPolicy?: string;
}

function addRegistration(app: Command, { calling }: ControlCommands): void {
  describedBy(app.command('create'), 'app.create')
    .requiredOption('--organization <id>', 'id of the organization that owns it', id)
    .requiredOption('--name <name>', 'name shown to merchants')
    .addOption(
      new Option('--product <product>', 'sets its scopes and authorization flow')
        .choices(PRODUCTS)
        .makeOptionMandatory(),
    )
    .addOption(allowOption())
    .action(
      calling('app.create', {
        input: ({ organization, name, product, allowIp }: AppFlags) => ({
          organizationId: organization,
          name,
          product,
          allowedIps: allowIp,
        }),
        say: (created) =>
          withSecrets(`Created app ${created.id}, ${created.name}, as a draft. It can use the sandbox now.`, created),
      }),
    );
  describedBy(app.command('update'), 'app.update')
    .argument('<app>', 'id of the app', id)
    .option('--name <name>', 'name shown to merchants')
    .option('--description <text>', 'what it does for a merchant')
    .option('--website <url>', 'page about it')
    .option('--privacy-policy <url>', 'page of its privacy policy')
    .action(
      calling('app.update', {
        input: (appId: number, profile: ProfileFlags) => ({ appId, ...profile }),
        say: ({ id: appId, name }) => `Changed app ${appId}, ${name}.\n`,
      }),
    );
}

function addLogo(app: Command, { calling }: ControlCommands): void {
  describedBy(app.command('logo'), 'app.set-logo')
    .argument('<app>', 'id of the app', id)
    .argument('[file]', 'the image; none removes the logo', imageOf)
    .action(
      calling('app.set-logo', {
        input: (appId: number, logo: string | undefined) => ({ appId, logo: logo ?? null }),
        say: ({ appId, logo }) => `${logo ? 'Set' : 'Removed'} the logo of app ${appId}.\n`,
      }),
    );
}

/** A file's content, in base64. */
function imageOf(path: string): string {
  try {
    return readFileSync(path).toString('base64');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** The steps of an app's review and its end. */
export function addReview(app: Command, { calling }: ControlCommands): void {
  const byApp = (name: string, operation: 'app.submit' | 'app.approve' | 'app.reject' | 'app.archive') =>
    describedBy(app.command(name), operation).argument('<app>', 'id of the app', id);
  const ofApp = (appId: number) => ({ appId });
  byApp('submit', 'app.submit').action(
    calling('app.submit', { input: ofApp, say: ({ appId }) => `Submitted app ${appId} for review.\n` }),
  );
  confirmable(byApp('approve', 'app.approve'))
    .option('--reason <text>', 'what to tell the developers of the app')
    .action(
      calling('app.approve', {
        input: (appId: number, { reason }: { reason?: string }) => ({ appId, reason }),
        look: acceptFailedChecks,
        say: ({ appId }) => `Approved app ${appId}. Merchants see its profile.\n`,
      }),
    );
  byApp('reject', 'app.reject')
    .requiredOption('--reason <text>', 'what the developers of the app have to change')
    .action(
      calling('app.reject', {
        input: (appId: number, { reason }: { reason: string }) => ({ appId, reason }),
        say: ({ appId }) => `Rejected app ${appId}. It can be changed and submitted again.\n`,
      }),
    );
  confirmable(byApp('archive', 'app.archive')).action(
    calling('app.archive', {
      input: ofApp,
      say: ({ appId }) => `Archived app ${appId}.\n`,
      consequence: ({ appId }) =>
        `App ${appId} will be archived for good, and its credentials and keys will stop working at once.`,
    }),
  );
}

/** An app that fails checks of its review is approved only once that is confirmed. */
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

function addLimit(app: Command, { calling }: ControlCommands): void {
  describedBy(app.command('limit'), 'app.limit')
    .argument('<app>', 'id of the app', id)
    .argument('[requests]', 'requests a minute', id)
    .action(
      calling('app.limit', {
        input: (appId: number, requests: number | undefined) => ({ appId, requestsAMinute: requests ?? null }),
        say: ({ appId, requestsAMinute }) =>
          requestsAMinute === null
            ? `App ${appId} has the default rate limit.\n`
            : `App ${appId} may send ${requestsAMinute} requests a minute.\n`,
      }),
    );
}
