import { metadata, nullable, optional, pipe, strictObject } from 'valibot';
import { allowedIps, clientId, environment, id, instantText, nameOf } from '../control/input.ts';
import {
  createApiKey,
  describeKey,
  issueCredential,
  listKeys,
  revokeKey,
  rotateSecret,
  setAllowlist,
  updateKey,
} from '../control/keys.ts';
import { changing, doing, FOR_DEVELOPERS, reading } from './operation.ts';
import { addresses, fields } from './text.ts';

const name = nameOf('a credential');
const expiresAt = pipe(instantText, metadata({ value: 'instant', help: 'when it stops working by itself' }));

const newCredential = strictObject({
  appId: id,
  env: environment,
  allowedIps: optional(allowedIps, []),
  name: optional(name),
  expiresAt: optional(expiresAt),
});

const CHANGED = {
  name: optional(nullable(name)),
  expiresAt: optional(nullable(expiresAt)),
  allowedIps: optional(allowedIps),
};

interface Restricted {
  readonly allowedIps: readonly string[];
}

const COLUMNS = {
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

const FACTS = {
  name: { hint: 'For example, the server that uses it.' },
  expiresAt: {
    label: 'Expires',
    hint: 'It stops working at the beginning of this day, in UTC. Leave it empty for a credential that does not expire.',
  },
};

const CHANGED_TEXTS = {
  ...FACTS,
  allowedIps: {
    label: 'Addresses',
    hint: 'IP addresses or CIDR ranges, one per line, at most 50. Leave it empty to allow any address.',
  },
};

export const CREDENTIAL_OPERATIONS = {
  'credential.list': reading({
    summary: 'List the credentials of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listKeys(pool, 'client', { appId }), next: null }),
    columns: { 'CLIENT ID': 'clientId', ...COLUMNS },
    command: { path: 'app credential list' },
  }),
  'credential.show': reading({
    summary: 'Show a credential.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    read: (pool, input) => describeKey(pool, 'client', input.clientId),
    say: sayRestricted,
    command: { path: 'app credential show', args: ['clientId'] },
  }),
  'credential.issue': changing({
    summary: 'Issue a client id and secret.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, ...options }) => issueCredential(tx, appId, env, options),
    fields: { env: { fallback: 'SANDBOX' }, ...FACTS },
    command: { path: 'app credential issue' },
    done: (_, { appId, env }) => `Issued a ${env} credential to app ${appId}.`,
  }),
  'credential.rotate': changing({
    summary: 'Issue a new secret. The old one works for another 24 hours.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    change: (tx, input) => rotateSecret(tx, input.clientId),
    asks: ({ clientId }) => ({
      title: `Rotate the secret of ${clientId}?`,
      effect:
        'A new secret is issued and shown once. The present one stops working after 24 hours; put the new one in place before then.',
      submit: 'Rotate secret',
    }),
    command: { path: 'app credential rotate', args: ['clientId'] },
    done: () => 'Issued a new secret. It works now, and the old one works for another 24 hours.',
  }),
  'credential.allow': doing({
    summary: 'Set the addresses its tokens can be used from, or remove the restriction.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId, allowedIps }),
    change: (tx, input) => setAllowlist(tx, 'client', input.clientId, input.allowedIps),
    fields: { allowedIps: 'addresses or CIDR ranges' },
    command: { path: 'app credential allow', args: ['clientId', 'allowedIps'] },
    done: ({ clientId, allowedIps }) => `New tokens of ${clientId} can be used from ${addresses(allowedIps)}.`,
  }),
  'credential.update': doing({
    summary: 'Change the name, the expiry and the addresses of a credential.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId, ...CHANGED }),
    async change(tx, { clientId: client, allowedIps: ips, ...facts }) {
      await updateKey(tx, 'client', client, facts);
      if (ips) await setAllowlist(tx, 'client', client, ips);
    },
    fields: CHANGED_TEXTS,
    command: { path: 'app credential update', args: ['clientId'] },
    done: ({ clientId }) => `Changed ${clientId}.`,
  }),
  'credential.revoke': doing({
    summary: 'Revoke a credential immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    change: (tx, input) => revokeKey(tx, 'client', input.clientId),
    asks: ({ clientId }) => ({
      title: `Revoke ${clientId}?`,
      effect:
        'No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes. This cannot be undone.',
      submit: 'Revoke',
    }),
    command: { path: 'app credential revoke', args: ['clientId'] },
    done: ({ clientId }) => `Revoked ${clientId}.`,
  }),
  'api-key.list': reading({
    summary: 'List the API keys of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listKeys(pool, 'apiKey', { appId }), next: null }),
    columns: { ID: 'apiKeyId', KEY: ({ hint }) => `…${hint}`, ...COLUMNS },
    command: { path: 'app key list' },
  }),
  'api-key.show': reading({
    summary: 'Show an API key.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    read: (pool, { apiKeyId }) => describeKey(pool, 'apiKey', apiKeyId),
    say: sayRestricted,
    command: { path: 'app key show' },
  }),
  'api-key.create': changing({
    summary: 'Create an API key.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, ...options }) => createApiKey(tx, appId, env, options),
    fields: { env: { fallback: 'SANDBOX' }, ...FACTS },
    command: { path: 'app key create' },
    done: ({ id }, { appId, env }) => `Created the ${env} key ${id} of app ${appId}.`,
  }),
  'api-key.allow': doing({
    summary: 'Set the addresses it can be used from, or remove the restriction.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id, allowedIps }),
    change: (tx, input) => setAllowlist(tx, 'apiKey', input.apiKeyId, input.allowedIps),
    fields: { allowedIps: 'addresses or CIDR ranges' },
    command: { path: 'app key allow', args: ['apiKeyId', 'allowedIps'] },
    done: ({ apiKeyId, allowedIps }) => `Key ${apiKeyId} can be used from ${addresses(allowedIps)}.`,
  }),
  'api-key.update': doing({
    summary: 'Change the name, the expiry and the addresses of an API key.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id, ...CHANGED }),
    async change(tx, { apiKeyId, allowedIps: ips, ...facts }) {
      await updateKey(tx, 'apiKey', apiKeyId, facts);
      if (ips) await setAllowlist(tx, 'apiKey', apiKeyId, ips);
    },
    fields: CHANGED_TEXTS,
    command: { path: 'app key update' },
    done: ({ apiKeyId }) => `Changed key ${apiKeyId}.`,
  }),
  'api-key.revoke': doing({
    summary: 'Revoke an API key immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    change: (tx, input) => revokeKey(tx, 'apiKey', input.apiKeyId),
    asks: ({ apiKeyId }) => ({
      title: `Revoke ${apiKeyId}?`,
      effect: 'The next request with it will be rejected. This cannot be undone.',
      submit: 'Revoke',
    }),
    command: { path: 'app key revoke' },
    done: ({ apiKeyId }) => `Revoked key ${apiKeyId}.`,
  }),
} as const;
