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

/** Operations on client ids, their secrets, and the API keys of ADSR apps. */
export const CREDENTIAL_OPERATIONS = {
  'credential.list': reading({
    summary: 'List the credentials of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listKeys(pool, 'client', { appId }), next: null }),
  }),
  'credential.show': reading({
    summary: 'Show a credential.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    read: (pool, input) => describeKey(pool, 'client', input.clientId),
  }),
  'credential.issue': changing({
    summary: 'Issue a client id and secret.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, ...options }) => issueCredential(tx, appId, env, options),
  }),
  'credential.rotate': changing({
    summary: 'Issue a new secret. The old one works for another 24 hours.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    change: (tx, input) => rotateSecret(tx, input.clientId),
  }),
  'credential.allow': doing({
    summary: 'Set the addresses its tokens can be used from, or remove the restriction.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId, allowedIps }),
    change: (tx, input) => setAllowlist(tx, 'client', input.clientId, input.allowedIps),
  }),
  'credential.update': doing({
    summary: 'Change the name, the expiry and the addresses of a credential.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId, ...CHANGED }),
    async change(tx, { clientId: client, allowedIps: ips, ...facts }) {
      await updateKey(tx, 'client', client, facts);
      if (ips) await setAllowlist(tx, 'client', client, ips);
    },
  }),
  'credential.revoke': doing({
    summary: 'Revoke a credential immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    change: (tx, input) => revokeKey(tx, 'client', input.clientId),
  }),
  'api-key.list': reading({
    summary: 'List the API keys of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listKeys(pool, 'apiKey', { appId }), next: null }),
  }),
  'api-key.show': reading({
    summary: 'Show an API key.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    read: (pool, { apiKeyId }) => describeKey(pool, 'apiKey', apiKeyId),
  }),
  'api-key.create': changing({
    summary: 'Create an API key.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, ...options }) => createApiKey(tx, appId, env, options),
  }),
  'api-key.allow': doing({
    summary: 'Set the addresses it can be used from, or remove the restriction.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id, allowedIps }),
    change: (tx, input) => setAllowlist(tx, 'apiKey', input.apiKeyId, input.allowedIps),
  }),
  'api-key.update': doing({
    summary: 'Change the name, the expiry and the addresses of an API key.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id, ...CHANGED }),
    async change(tx, { apiKeyId, allowedIps: ips, ...facts }) {
      await updateKey(tx, 'apiKey', apiKeyId, facts);
      if (ips) await setAllowlist(tx, 'apiKey', apiKeyId, ips);
    },
  }),
  'api-key.revoke': doing({
    summary: 'Revoke an API key immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    change: (tx, input) => revokeKey(tx, 'apiKey', input.apiKeyId),
  }),
} as const;
