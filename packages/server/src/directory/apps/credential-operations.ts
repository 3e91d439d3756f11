import { optional, strictObject } from 'valibot';
import { allowedIps, clientId, environment, id } from '../input.ts';
import { changing, doing, FOR_DEVELOPERS, reading } from '../operation.ts';
import { createApiKey, revokeApiKey, setApiKeyAllowlist } from './api-keys.ts';
import { issueCredential, revokeCredential, rotateSecret, setCredentialAllowlist } from './credentials.ts';
import { describeApiKey, describeCredential, listApiKeys, listCredentials } from './describe-credential.ts';

const ofApp = { ...FOR_DEVELOPERS, subject: ({ appId }: { appId: number }) => ({ appId }) };
const ofClient = { ...FOR_DEVELOPERS, subject: (input: { clientId: string }) => ({ clientId: input.clientId }) };
const ofKey = { ...FOR_DEVELOPERS, subject: ({ apiKeyId }: { apiKeyId: number }) => ({ apiKeyId }) };

const newCredential = strictObject({ appId: id, env: environment, allowedIps: optional(allowedIps, []) });

/** Client ids with their secrets, and the API keys of ADSR apps. */
export const CREDENTIAL_OPERATIONS = {
  'credential.list': reading({
    summary: 'List the credentials of an app.',
    ...ofApp,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listCredentials(pool, { appId }), next: null }),
  }),
  'credential.show': reading({
    summary: 'Show a credential.',
    ...ofClient,
    input: strictObject({ clientId }),
    read: (pool, input) => describeCredential(pool, input.clientId),
  }),
  'credential.issue': changing({
    summary: 'Issue a client id and secret.',
    ...ofApp,
    input: newCredential,
    change: (tx, { appId, env, allowedIps }) => issueCredential(tx, appId, env, { allowedIps }),
  }),
  'credential.rotate': changing({
    summary: 'Issue a new secret. The old one works for another 24 hours.',
    ...ofClient,
    input: strictObject({ clientId }),
    change: (tx, input) => rotateSecret(tx, input.clientId),
  }),
  'credential.allow': doing({
    summary: 'Set the addresses its tokens can be used from, or remove the restriction.',
    ...ofClient,
    input: strictObject({ clientId, allowedIps }),
    change: (tx, input) => setCredentialAllowlist(tx, input.clientId, input.allowedIps),
  }),
  'credential.revoke': doing({
    summary: 'Revoke a credential immediately.',
    ...ofClient,
    input: strictObject({ clientId }),
    change: (tx, input) => revokeCredential(tx, input.clientId),
  }),
  'api-key.list': reading({
    summary: 'List the API keys of an app.',
    ...ofApp,
    input: strictObject({ appId: id }),
    read: async (pool, { appId }) => ({ data: await listApiKeys(pool, { appId }), next: null }),
  }),
  'api-key.show': reading({
    summary: 'Show an API key.',
    ...ofKey,
    input: strictObject({ apiKeyId: id }),
    read: (pool, { apiKeyId }) => describeApiKey(pool, apiKeyId),
  }),
  'api-key.create': changing({
    summary: 'Create an API key.',
    ...ofApp,
    input: newCredential,
    change: (tx, { appId, env, allowedIps }) => createApiKey(tx, appId, env, { allowedIps }),
  }),
  'api-key.allow': doing({
    summary: 'Set the addresses it can be used from, or remove the restriction.',
    ...ofKey,
    input: strictObject({ apiKeyId: id, allowedIps }),
    change: (tx, input) => setApiKeyAllowlist(tx, input.apiKeyId, input.allowedIps),
  }),
  'api-key.revoke': doing({
    summary: 'Revoke an API key immediately.',
    ...ofKey,
    input: strictObject({ apiKeyId: id }),
    change: (tx, input) => revokeApiKey(tx, input.apiKeyId),
  }),
} as const;
