import { fileURLToPath } from 'node:url';

export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Generated files, relative to the repository or to a temporary folder. */
export const BUNDLE = 'openapi/generated/openapi.json';
export const CLIENT_SAMPLES = 'openapi/generated/client-samples.json';
export const ARAZZO = 'openapi/generated/arazzo.json';
export const CHANGELOG = 'openapi/generated/changelog.json';
export const CHANGELOG_PAGE = 'openapi/generated/changelog.html';
export const LIVE_EXAMPLES = 'openapi/generated/live-examples.js';
export const POSTMAN = 'openapi/generated/postman.json';
export const SERVER_TYPES = 'packages/server/src/contract/generated';
export const CLIENT = 'packages/client/src/generated';
export const GENERATED = ['openapi/generated', SERVER_TYPES, CLIENT];

/** The executable specification of the service. */
export const SPECIFICATION = 'packages/conformance/src/specification';
