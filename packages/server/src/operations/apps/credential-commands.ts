import { command } from '../command.ts';
import { addresses, fields } from '../text.ts';

interface Restricted {
  readonly allowedIps: readonly string[];
}

const ENVIRONMENT = {
  ENVIRONMENT: 'env',
  ADDRESSES: ({ allowedIps }: Restricted) => addresses(allowedIps),
  NAME: 'name',
  CREATED: 'createdAt',
  'CREATED BY': 'createdBy',
  'LAST USED': 'lastUsedAt',
  EXPIRES: 'expiresAt',
  REVOKED: 'revokedAt',
} as const;

const sayRestricted = (shown: Restricted): string => {
  const { allowedIps, ...others } = shown;
  return fields({ ...others, allowedIps: addresses(allowedIps) });
};

const NEW = { defaults: { env: 'SANDBOX' } } as const;
const ADDRESSES = { allowedIps: 'addresses or CIDR ranges' };

export const CREDENTIAL_COMMANDS = [
  command('app credential list', 'credential.list', { columns: { 'CLIENT ID': 'clientId', ...ENVIRONMENT } }),
  command('app credential show', 'credential.show', { args: ['clientId'], say: sayRestricted }),
  command('app credential issue', 'credential.issue', {
    ...NEW,
    done: (_, { appId, env }) => `Issued a ${env} credential to app ${appId}.`,
  }),
  command('app credential rotate', 'credential.rotate', {
    args: ['clientId'],
    done: () => 'Issued a new secret. The old one works for another 24 hours.',
  }),
  command('app credential allow', 'credential.allow', {
    args: ['clientId', 'allowedIps'],
    help: ADDRESSES,
    done: ({ clientId, allowedIps }) => `New tokens of ${clientId} can be used from ${addresses(allowedIps)}.`,
  }),
  command('app credential update', 'credential.update', {
    args: ['clientId'],
    done: ({ clientId }) => `Changed ${clientId}.`,
  }),
  command('app credential revoke', 'credential.revoke', {
    args: ['clientId'],
    consequence: ({ clientId }) => `The credential ${clientId} will stop working at once, and for good.`,
    done: ({ clientId }) => `Revoked ${clientId}.`,
  }),
  command('app key list', 'api-key.list', {
    columns: { ID: 'apiKeyId', KEY: ({ hint }) => `…${hint}`, ...ENVIRONMENT },
  }),
  command('app key show', 'api-key.show', { say: sayRestricted }),
  command('app key create', 'api-key.create', {
    ...NEW,
    done: ({ id }, { appId, env }) => `Created the ${env} key ${id} of app ${appId}.`,
  }),
  command('app key allow', 'api-key.allow', {
    args: ['apiKeyId', 'allowedIps'],
    help: ADDRESSES,
    done: ({ apiKeyId, allowedIps }) => `Key ${apiKeyId} can be used from ${addresses(allowedIps)}.`,
  }),
  command('app key update', 'api-key.update', { done: ({ apiKeyId }) => `Changed key ${apiKeyId}.` }),
  command('app key revoke', 'api-key.revoke', {
    consequence: ({ apiKeyId }) => `Key ${apiKeyId} will stop working at once, and for good.`,
    done: ({ apiKeyId }) => `Revoked key ${apiKeyId}.`,
  }),
];
