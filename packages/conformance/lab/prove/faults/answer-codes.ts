import type { ProxyFault } from '../fault.ts';
import { fault, inBody, renameCode } from '../kinds/answers.ts';

/** Codes and envelopes of errors that are not what they should be. */

export const ANSWER_CODE_FAULTS: readonly ProxyFault[] = [
  renameCode('partner.validation_failed', 'partner.bad_request', 'errors.partner_envelope'),
  renameCode('partner.malformed_json', 'partner.validation_failed', 'http.malformed_json'),
  renameCode('partner.token_missing', 'partner.token_invalid', 'auth.token_required'),
  renameCode('partner.token_invalid', 'partner.token_missing', 'auth.token_invalid'),
  renameCode('partner.scope_denied', 'partner.env_mismatch', 'auth.scope'),
  renameCode('partner.ip_denied', 'partner.scope_denied', 'auth.ip_denied'),
  renameCode('partner.company_denied', 'partner.env_mismatch', 'keys.company_denied'),
  renameCode('partner.env_mismatch', 'partner.company_denied', 'keys.environment'),
  renameCode('partner.api_key_invalid', 'partner.token_invalid', 'keys.invalid'),
  renameCode('partner.not_found', 'partner.route_not_found', 'tenancy.unknown_id'),
  renameCode('partner.route_not_found', 'partner.not_found', 'http.route_not_found'),
  renameCode('partner.duplicate', 'partner.state_conflict', 'records.external_id'),
  renameCode('partner.state_conflict', 'partner.duplicate', 'categories.no_cycles'),
  renameCode('partner.reference_not_found', 'partner.idempotency_mismatch', 'tenancy.references'),
  renameCode('partner.idempotency_mismatch', 'partner.reference_not_found', 'http.idempotency_mismatch'),
  renameCode('partner.rate_limited', 'partner.too_many', 'errors.partner_envelope', ['limits.rate']),
  renameCode('developer.merchant_required', 'developer.invalid_request', 'mint.error.developer.merchant_required'),
  renameCode('developer.grant_missing', 'developer.env_mismatch', 'mint.error.developer.grant_missing'),
  renameCode('developer.env_mismatch', 'developer.grant_missing', 'mint.error.developer.env_mismatch'),
  renameCode('developer.app_archived', 'developer.invalid_client', 'mint.error.developer.app_archived'),
  renameCode('developer.use_oauth', 'developer.use_api_key', 'mint.error.developer.use_oauth'),
  renameCode('oauth.unsupported_grant_type', 'oauth.invalid_request', 'oauth.error.oauth.unsupported_grant_type'),
  renameCode('oauth.invalid_request', 'oauth.unsupported_grant_type', 'oauth.error.oauth.invalid_request'),
  inBody('no-status-word', 'http.body_documented', 'the envelope has no status', /"status":"error",/g, '', [
    'http.route',
  ]),
  inBody(
    'wrong-status-code',
    'errors.partner_envelope',
    'statusCode is not the status',
    /"statusCode":\d+/g,
    '"statusCode":418',
    ['http.route'],
  ),
  inBody(
    'old-timestamp',
    'errors.partner_envelope',
    'timestamps do not move',
    /"timestamp":"[^"]+"/g,
    '"timestamp":"2020-01-01T00:00:00.000Z"',
    ['http.route'],
  ),
  inBody(
    'local-timestamp',
    'http.body_documented',
    'timestamps are not in UTC',
    /"timestamp":"([^"]+)Z"/g,
    '"timestamp":"$1+01:00"',
    ['http.route'],
  ),
  inBody(
    'wrong-path',
    'errors.partner_envelope',
    'the envelope names another path',
    /"path":"\/v1[^"]*"/g,
    '"path":"/v1"',
    ['http.route'],
  ),
  inBody('no-details', 'http.validation_details', 'a refusal does not say what is wrong', /,"details":\[.*\]/g, ''),
  inBody(
    'details-misplaced',
    'http.validation_details',
    'details name the query where it is the body',
    /"in":"body"/g,
    '"in":"query"',
  ),
  inBody(
    'flat-mint-error',
    'http.body_documented',
    'mint errors are not nested',
    /^\{"error":(\{"code":.*\})\}$/g,
    '$1',
    ['mint.'],
  ),
  inBody(
    'stack',
    'http.no_internals',
    'errors carry a stack trace',
    /"message":"[^"]*"/g,
    '"message":"failed\\n    at run (/srv/app.ts:1:2)"',
    ['http.route'],
  ),
  fault(
    'stack-page',
    'http.no_internals',
    'a refusal is a page with the stack',
    (passed) => {
      if (passed.status === 404) passed.body = 'Error: none\n    at run (/srv/node_modules/koa/app.js:10:2)';
    },
    ['http.route'],
  ),
  fault(
    'repeats-secret',
    'http.no_secrets',
    'a refusal repeats the secret it was sent',
    (passed) => {
      const secret = /"client_secret":"([^"]+)"/.exec(passed.requestBody)?.[1];
      if (secret && passed.status >= 400) passed.body = passed.body.replace(/"message":"/, `"message":"${secret} `);
    },
    ['mint.'],
  ),
  inBody(
    'no-error-description',
    'errors.oauth_envelope',
    'OAuth errors have no error_description',
    /"error_description":"[^"]*",/g,
    '',
    ['oauth.fields'],
  ),
  inBody(
    'one-language',
    'oauth.localised',
    'error_description is always English',
    /"error_description":"[^"]*"/g,
    '"error_description":"It failed."',
  ),
];
