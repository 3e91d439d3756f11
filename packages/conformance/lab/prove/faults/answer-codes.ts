import { each, type Fault, type Faults, fault, sharing } from '../fault.ts';
import { answer, inBody } from '../how/answers.ts';

/** Wrong codes and error bodies. */

interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly breaks: string;
  readonly by?: readonly string[];
}

const renameCode = ({ from, to, breaks, by = [] }: Renamed): readonly [string, Fault] => [
  `answer.code-${from}`,
  {
    breaks,
    text: `returns ${to} instead of ${from}`,
    by,
    how: answer((passed) => {
      passed.body = passed.body.replaceAll(`"code":"${from}"`, `"code":"${to}"`);
    }),
  },
];

const envelopeFault = sharing({ by: ['pinned.http-methods'] });

export const ANSWER_CODE_FAULTS: Faults = {
  ...each(
    [
      { from: 'partner.validation_failed', to: 'partner.bad_request', breaks: 'errors.partner_envelope' },
      { from: 'partner.malformed_json', to: 'partner.validation_failed', breaks: 'http.malformed_json' },
      { from: 'partner.token_missing', to: 'partner.token_invalid', breaks: 'auth.token_required' },
      { from: 'partner.token_invalid', to: 'partner.token_missing', breaks: 'auth.token_invalid' },
      { from: 'partner.scope_denied', to: 'partner.env_mismatch', breaks: 'auth.scope' },
      { from: 'partner.ip_denied', to: 'partner.scope_denied', breaks: 'auth.ip_denied' },
      { from: 'partner.company_denied', to: 'partner.env_mismatch', breaks: 'keys.company_denied' },
      { from: 'partner.env_mismatch', to: 'partner.company_denied', breaks: 'keys.environment' },
      { from: 'partner.api_key_invalid', to: 'partner.token_invalid', breaks: 'keys.invalid' },
      { from: 'partner.not_found', to: 'partner.route_not_found', breaks: 'tenancy.unknown_id' },
      { from: 'partner.route_not_found', to: 'partner.not_found', breaks: 'http.route_not_found' },
      { from: 'partner.duplicate', to: 'partner.state_conflict', breaks: 'records.external_id' },
      { from: 'partner.state_conflict', to: 'partner.duplicate', breaks: 'categories.no_cycles' },
      { from: 'partner.reference_not_found', to: 'partner.idempotency_mismatch', breaks: 'tenancy.references' },
      { from: 'partner.idempotency_mismatch', to: 'partner.reference_not_found', breaks: 'http.idempotency_mismatch' },
      { from: 'partner.rate_limited', to: 'partner.too_many', breaks: 'errors.partner_envelope', by: ['limits.rate'] },
      {
        from: 'developer.merchant_required',
        to: 'developer.invalid_request',
        breaks: 'mint.error.developer.merchant_required',
      },
      { from: 'developer.grant_missing', to: 'developer.env_mismatch', breaks: 'mint.error.developer.grant_missing' },
      { from: 'developer.env_mismatch', to: 'developer.grant_missing', breaks: 'mint.error.developer.env_mismatch' },
      { from: 'developer.app_archived', to: 'developer.invalid_client', breaks: 'mint.error.developer.app_archived' },
      { from: 'developer.use_oauth', to: 'developer.use_api_key', breaks: 'mint.error.developer.use_oauth' },
      {
        from: 'oauth.unsupported_grant_type',
        to: 'oauth.invalid_request',
        breaks: 'oauth.error.oauth.unsupported_grant_type',
      },
      {
        from: 'oauth.invalid_request',
        to: 'oauth.unsupported_grant_type',
        breaks: 'oauth.error.oauth.invalid_request',
      },
    ],
    renameCode,
  ),
  'answer.no-status-word': envelopeFault('http.body_documented', 'the envelope has no status', {
    how: inBody(/"status":"error",/g, ''),
  }),
  'answer.wrong-status-code': envelopeFault('errors.partner_envelope', 'statusCode is not the status', {
    how: inBody(/"statusCode":\d+/g, '"statusCode":418'),
  }),
  'answer.old-timestamp': envelopeFault('errors.partner_envelope', 'timestamps do not move', {
    how: inBody(/"timestamp":"[^"]+"/g, '"timestamp":"2020-01-01T00:00:00.000Z"'),
  }),
  'answer.local-timestamp': envelopeFault('http.body_documented', 'timestamps are not in UTC', {
    how: inBody(/"timestamp":"([^"]+)Z"/g, '"timestamp":"$1+01:00"'),
  }),
  'answer.wrong-path': envelopeFault('errors.partner_envelope', 'the envelope names another path', {
    how: inBody(/"path":"\/v1[^"]*"/g, '"path":"/v1"'),
  }),
  'answer.no-details': fault('http.validation_details', 'a rejection has no explanation', {
    how: inBody(/,"details":\[.*\]/g, ''),
  }),
  'answer.details-misplaced': fault('http.validation_details', 'details name the query where it is the body', {
    how: inBody(/"in":"body"/g, '"in":"query"'),
  }),
  'answer.flat-mint-error': fault('http.body_documented', 'mint errors are not nested', {
    by: ['mint.'],
    how: inBody(/^\{"error":(\{"code":.*\})\}$/g, '$1'),
  }),
  'answer.stack': envelopeFault('http.no_internals', 'errors carry a stack trace', {
    how: inBody(/"message":"[^"]*"/g, '"message":"failed\\n    at run (/srv/app.ts:1:2)"'),
  }),
  'answer.stack-page': envelopeFault('http.no_internals', 'a rejection is a page with the stack trace', {
    how: answer((passed) => {
      if (passed.status === 404) passed.body = 'Error: none\n    at run (/srv/node_modules/koa/app.js:10:2)';
    }),
  }),
  'answer.repeats-secret': fault('http.no_secrets', 'a rejection repeats the secret of the request', {
    by: ['mint.'],
    how: answer((passed) => {
      const secret = /"client_secret":"([^"]+)"/.exec(passed.requestBody)?.[1];
      if (secret && passed.status >= 400) passed.body = passed.body.replace(/"message":"/, `"message":"${secret} `);
    }),
  }),
  'answer.no-error-description': fault('errors.oauth_envelope', 'OAuth errors have no error_description', {
    by: ['oauth.fields'],
    how: inBody(/"error_description":"[^"]*",/g, ''),
  }),
  'answer.no-help': fault('errors.help_link', 'errors of the token endpoints link to no guide', {
    by: ['oauth.fields'],
    how: answer(({ headers, body }) => {
      if (body.includes('"error_description"')) delete headers.link;
    }),
  }),
  'answer.one-language': fault('oauth.localised', 'error_description is always English', {
    how: inBody(/"error_description":"[^"]*"/g, '"error_description":"It failed."'),
  }),
};
