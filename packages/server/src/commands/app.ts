import { Command, Option } from 'commander';
import { PRODUCTS, type Product } from '../credentials/products.ts';
import { createApiKey, revokeApiKey } from '../directory/api-keys.ts';
import {
  addRedirectUri,
  approveApp,
  archiveApp,
  createOrganization,
  organizationName,
  rejectApp,
  removeRedirectUri,
  setRateLimit,
  submitApp,
} from '../directory/apps.ts';
import type { Control, ControlTransaction } from '../directory/control.ts';
import { issueCredential, revokeCredential, rotateSecret, setCredentialAllowlist } from '../directory/credentials.ts';
import { describeApp, listApps } from '../directory/describe-app.ts';
import { registerApp } from '../directory/register-app.ts';
import { type AccessWish, requestAccess } from '../directory/request-access.ts';
import type { Databases } from '../storage/database.ts';
import { Regions } from '../storage/regions.ts';
import {
  allowOption,
  COMMAND_LINE,
  type ControlCommands,
  environmentOf,
  environmentOption,
  id,
} from './control-command.ts';

export function organizationCommand({ changing }: ControlCommands): Command {
  const organization = new Command('organization').description(
    'Manage organizations, which own apps and sandbox merchants.',
  );
  organization
    .command('create')
    .description('Create an organization.')
    .argument('<name>')
    .action(
      changing(async (tx, name: string) => ({
        organizationId: await createOrganization(tx, name),
        name: organizationName(name),
      })),
    );
  return organization;
}

export function appCommand(commands: ControlCommands): Command {
  const app = new Command('app').description('Manage apps: review, credentials, redirect URIs and API keys.');
  addRegister(app, commands);
  addReview(app, commands);
  app.addCommand(redirectUriCommand(commands));
  app.addCommand(credentialCommand(commands));
  app.addCommand(keyCommand(commands));
  app
    .command('request-access')
    .description("Request access to a live merchant's stores for an ADSR app.")
    .argument('<app>', 'id of the app', id)
    .requiredOption('--company <id>', 'id of the merchant', id)
    .requiredOption('--store <id...>', 'ids of the requested stores')
    .action(
      commands.working(({ control, databases }, appId: number, { company, store }: AccessFlags) =>
        askForAccess(control, databases, { appId, companyId: company, storeIds: store.map(id) }),
      ),
    );
  return app;
}

interface AccessFlags {
  readonly company: number;
  readonly store: string[];
}

async function askForAccess(control: Control, databases: Databases, wish: AccessWish): Promise<object> {
  const regions = new Regions(databases, control.clock);
  return { accessRequestId: await requestAccess({ control, regions }, COMMAND_LINE, wish) };
}

interface AppFlags {
  readonly organization: number;
  readonly name: string;
  readonly product: Product;
  readonly allowIp: string[];
}

function addRegister(app: Command, { changing, reading }: ControlCommands): void {
  app
    .command('create')
    .description('Register an app as a draft. Its sandbox credential is shown once.')
    .requiredOption('--organization <id>', 'id of the organization that owns it', id)
    .requiredOption('--name <name>', 'name shown to merchants')
    .addOption(
      new Option('--product <product>', 'sets its scopes and authorization flow')
        .choices(PRODUCTS)
        .makeOptionMandatory(),
    )
    .addOption(allowOption())
    .action(
      changing((tx, { organization, name, product, allowIp }: AppFlags) =>
        registerApp(tx, { organizationId: organization, name, product }, { allowedIps: allowIp }),
      ),
    );
  app
    .command('list')
    .description('List apps.')
    .action(reading((pool) => listApps(pool)));
  app
    .command('show')
    .description('Show an app with its redirect URIs, credentials and keys.')
    .argument('<app>', 'id of the app', id)
    .action(reading((pool, appId: number) => describeApp(pool, appId)));
}

function addReview(app: Command, { changing }: ControlCommands): void {
  const steps = [
    ['submit', 'Submit an app for review.', submitApp],
    ['approve', 'Approve an app for production.', approveApp],
    ['reject', 'Reject an app. It can be submitted again.', rejectApp],
    ['archive', 'Archive an app. This cannot be undone.', archiveApp],
  ] as const;
  for (const [name, description, step] of steps) {
    app
      .command(name)
      .description(description)
      .argument('<app>', 'id of the app', id)
      .action(changing((tx, appId: number) => after(step(tx, appId), { appId, done: name })));
  }
  app
    .command('limit')
    .description("Set an app's rate limit in requests per minute, or restore the default.")
    .argument('<app>', 'id of the app', id)
    .argument('[requests]', 'requests a minute', id)
    .action(
      changing((tx, appId: number, requests?: number) =>
        after(setRateLimit(tx, appId, requests ?? null), { appId, requestsAMinute: requests ?? 'default' }),
      ),
    );
}

function redirectUriCommand({ changing }: ControlCommands): Command {
  const command = new Command('redirect-uri').description('Manage the redirect URIs of an app.');
  const changes = [
    ['add', 'Register a redirect URI. It is matched as an exact string.', addRedirectUri],
    ['remove', 'Remove a redirect URI.', removeRedirectUri],
  ] as const;
  for (const [name, description, change] of changes) {
    command
      .command(name)
      .description(description)
      .argument('<app>', 'id of the app', id)
      .argument('<uri>')
      .action(
        changing((tx, appId: number, uri: string) => after(change(tx, appId, uri), { appId, done: `${name} ${uri}` })),
      );
  }
  return command;
}

interface CredentialFlags {
  readonly env: string;
  readonly allowIp: string[];
}

function credentialCommand({ changing }: ControlCommands): Command {
  const command = new Command('credential').description('Manage client ids and secrets. A secret is shown once.');
  command
    .command('issue')
    .description('Issue a client id and secret.')
    .argument('<app>', 'id of the app', id)
    .addOption(environmentOption())
    .addOption(allowOption())
    .action(
      changing((tx, appId: number, flags: CredentialFlags) =>
        issueCredential(tx, appId, environmentOf(flags), { allowedIps: flags.allowIp }),
      ),
    );
  command
    .command('rotate')
    .description('Issue a new secret. The old one works for another 24 hours.')
    .argument('<client-id>')
    .action(changing((tx, clientId: string) => rotateSecret(tx, clientId)));
  command
    .command('allow')
    .description('Set the addresses its tokens can be used from, or remove the restriction.')
    .argument('<client-id>')
    .argument('[address...]', 'addresses or CIDR ranges')
    .action(changing(allow));
  command
    .command('revoke')
    .description('Revoke a credential immediately.')
    .argument('<client-id>')
    .action(changing((tx, clientId: string) => after(revokeCredential(tx, clientId), { clientId, done: 'revoked' })));
  return command;
}

const allow = (tx: ControlTransaction, clientId: string, addresses: string[]) =>
  after(setCredentialAllowlist(tx, clientId, addresses), { clientId, allowedIps: addresses.join(', ') || 'any' });

function keyCommand({ changing }: ControlCommands): Command {
  const command = new Command('key').description('Manage API keys of ADSR apps. A key is shown once.');
  command
    .command('create')
    .description('Create an API key.')
    .argument('<app>', 'id of the app', id)
    .addOption(environmentOption())
    .addOption(allowOption())
    .action(
      changing((tx, appId: number, flags: CredentialFlags) =>
        createApiKey(tx, appId, environmentOf(flags), { allowedIps: flags.allowIp }),
      ),
    );
  command
    .command('revoke')
    .description('Revoke an API key immediately.')
    .argument('<key>', 'id of the key', id)
    .action(changing((tx, keyId: number) => after(revokeApiKey(tx, keyId), { keyId, done: 'revoked' })));
  return command;
}

/** Message after a change that returns nothing. */
async function after<T extends object>(change: Promise<void>, result: T): Promise<T> {
  await change;
  return result;
}
