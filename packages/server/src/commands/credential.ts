import { Command } from 'commander';
import type { ApiKeySummary, CredentialSummary } from '../directory/apps/describe-credential.ts';
import {
  allowOption,
  type ControlCommands,
  confirmable,
  describedBy,
  environmentOf,
  environmentOption,
  id,
} from './control-command.ts';
import { addresses, type Column, fields, table, withSecrets } from './words.ts';

interface CredentialFlags {
  readonly env: string;
  readonly allowIp: string[];
}

const newCredential = (appId: number, flags: CredentialFlags) => ({
  appId,
  env: environmentOf(flags),
  allowedIps: flags.allowIp,
});

const SHARED: readonly Column<CredentialSummary | ApiKeySummary>[] = [
  ['ENVIRONMENT', ({ env }) => env],
  ['ADDRESSES', ({ allowedIps }) => addresses(allowedIps)],
  ['CREATED', ({ createdAt }) => createdAt],
  ['REVOKED', ({ revokedAt }) => revokedAt],
];

export function credentialCommand(commands: ControlCommands): Command {
  const { calling } = commands;
  const command = new Command('credential').description('Manage client ids and secrets. A secret is shown once.');
  describedBy(command.command('list'), 'credential.list')
    .argument('<app>', 'id of the app', id)
    .action(
      calling('credential.list', {
        input: (appId: number) => ({ appId }),
        say: (page) => table(page, [['CLIENT ID', ({ clientId }) => clientId], ...SHARED]),
      }),
    );
  describedBy(command.command('show'), 'credential.show')
    .argument('<client-id>')
    .action(
      calling('credential.show', {
        input: (clientId: string) => ({ clientId }),
        say: ({ allowedIps, ...credential }) => fields({ ...credential, allowedIps: addresses(allowedIps) }),
      }),
    );
  describedBy(command.command('issue'), 'credential.issue')
    .argument('<app>', 'id of the app', id)
    .addOption(environmentOption())
    .addOption(allowOption())
    .action(
      calling('credential.issue', {
        input: newCredential,
        say: (issued, { appId, env }) => withSecrets(`Issued a ${env} credential to app ${appId}.`, issued),
      }),
    );
  addCredentialChanges(command, commands);
  return command;
}

function addCredentialChanges(command: Command, { calling }: ControlCommands): void {
  const ofClient = (clientId: string) => ({ clientId });
  describedBy(command.command('rotate'), 'credential.rotate')
    .argument('<client-id>')
    .action(
      calling('credential.rotate', {
        input: ofClient,
        say: (issued) => withSecrets('Issued a new secret. The old one works for another 24 hours.', issued),
      }),
    );
  describedBy(command.command('allow'), 'credential.allow')
    .argument('<client-id>')
    .argument('[address...]', 'addresses or CIDR ranges')
    .action(
      calling('credential.allow', {
        input: (clientId: string, allowedIps: string[]) => ({ clientId, allowedIps }),
        say: ({ clientId, allowedIps }) => `New tokens of ${clientId} can be used from ${addresses(allowedIps)}.\n`,
      }),
    );
  confirmable(describedBy(command.command('revoke'), 'credential.revoke'))
    .argument('<client-id>')
    .action(
      calling('credential.revoke', {
        input: ofClient,
        say: ({ clientId }) => `Revoked ${clientId}.\n`,
        consequence: ({ clientId }) => `The credential ${clientId} will stop working at once, and for good.`,
      }),
    );
}

export function apiKeyCommand(commands: ControlCommands): Command {
  const { calling } = commands;
  const command = new Command('key').description('Manage API keys of ADSR apps. A key is shown once.');
  describedBy(command.command('list'), 'api-key.list')
    .argument('<app>', 'id of the app', id)
    .action(
      calling('api-key.list', {
        input: (appId: number) => ({ appId }),
        say: (page) => table(page, [['ID', ({ apiKeyId }) => apiKeyId], ['KEY', ({ hint }) => `…${hint}`], ...SHARED]),
      }),
    );
  describedBy(command.command('show'), 'api-key.show')
    .argument('<key>', 'id of the key', id)
    .action(
      calling('api-key.show', {
        input: (apiKeyId: number) => ({ apiKeyId }),
        say: ({ allowedIps, ...key }) => fields({ ...key, allowedIps: addresses(allowedIps) }),
      }),
    );
  describedBy(command.command('create'), 'api-key.create')
    .argument('<app>', 'id of the app', id)
    .addOption(environmentOption())
    .addOption(allowOption())
    .action(
      calling('api-key.create', {
        input: newCredential,
        say: (key, { appId, env }) => withSecrets(`Created the ${env} key ${key.id} of app ${appId}.`, key),
      }),
    );
  addApiKeyChanges(command, commands);
  return command;
}

function addApiKeyChanges(command: Command, { calling }: ControlCommands): void {
  describedBy(command.command('allow'), 'api-key.allow')
    .argument('<key>', 'id of the key', id)
    .argument('[address...]', 'addresses or CIDR ranges')
    .action(
      calling('api-key.allow', {
        input: (apiKeyId: number, allowedIps: string[]) => ({ apiKeyId, allowedIps }),
        say: ({ apiKeyId, allowedIps }) => `Key ${apiKeyId} can be used from ${addresses(allowedIps)}.\n`,
      }),
    );
  confirmable(describedBy(command.command('revoke'), 'api-key.revoke'))
    .argument('<key>', 'id of the key', id)
    .action(
      calling('api-key.revoke', {
        input: (apiKeyId: number) => ({ apiKeyId }),
        say: ({ apiKeyId }) => `Revoked key ${apiKeyId}.\n`,
        consequence: ({ apiKeyId }) => `Key ${apiKeyId} will stop working at once, and for good.`,
      }),
    );
}
