import { optional, strictObject } from 'valibot';
import { allowedIps, clientId, environment, id } from '../input.ts';
import { changing, doing, FOR_DEVELOPERS, reading } from '../operation.ts';
import { createApiKey, revokeApiKey, setApiKeyAllowlist } from './api-keys.ts';
import { issueCredential, revokeCredential, rotateSecret, setCredentialAllowlist } from './credentials.ts';
import { describeApiKey, describeCredential, listApiKeys, listCredentials } from './describe-credential.ts';

const newCredential = strictObject({ appId: id, env: environment, allowedIps: optional(allowedIps, []) });

/** Operations on client ids, their secrets, and the API keys of ADSR apps. */
export const CREDENTIAL_OPERATIONS = {
  'credential.list': reading({
    summary: 'List the credentials of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listCredentials(pool, { appId }), next: null }),
  }),
  'credential.show': reading({
    summary: 'Show a credential.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    read: (pool, input) => describeCredential(pool, input.clientId),
  }),
  'credential.issue': changing({
    summary: 'Issue a client id and secret.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, allowedIps }) => issueCredential(tx, appId, env, { allowedIps }),
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
    change: (tx, input) => setCredentialAllowlist(tx, input.clientId, input.allowedIps),
  }),
  'credential.revoke': doing({
    summary: 'Revoke a credential immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ clientId }),
    change: (tx, input) => revokeCredential(tx, input.clientId),
  }),
  'api-key.list': reading({
    summary: 'List the API keys of an app.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listApiKeys(pool, { appId }), next: null }),
  }),
  'api-key.show': reading({
    summary: 'Show an API key.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    read: (pool, { apiKeyId }) => describeApiKey(pool, apiKeyId),
  }),
  'api-key.create': changing({
    summary: 'Create an API key.',
    ...FOR_DEVELOPERS,
    input: newCredential,
    change: (tx, { appId, env, allowedIps }) => createApiKey(tx, appId, env, { allowedIps }),
  }),
  'api-key.allow': doing({
    summary: 'Set the addresses it can be used from, or remove the restriction.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id, allowedIps }),
    change: (tx, input) => setApiKeyAllowlist(tx, input.apiKeyId, input.allowedIps),
  }),
  'api-key.revoke': doing({
    summary: 'Revoke an API key immediately.',
    ...FOR_DEVELOPERS,
    input: strictObject({ apiKeyId: id }),
    change: (tx, input) => revokeApiKey(tx, input.apiKeyId),
  }),
} as const;
