import { describe, expect, test } from 'vitest';
import { redact } from '../../src/http/redact.ts';

const JWT = `eyJ${'a'.repeat(40)}.eyJ${'b'.repeat(60)}.${'c'.repeat(80)}`;

describe('redact', () => {
  test.each([
    ['a token without a name', `got ${JWT} and ${JWT.slice(0, 30)}`],
    ['a token cut off within its claims', `{"access_token":"${JWT.slice(0, 70)}`],
    ['an opaque token that is cut off', '{"refresh_token":"0123456789abcdefghij'],
    ['an opaque bearer', 'Bearer 0123456789abcdefghij'],
    ['lower-case Basic credentials', 'basic MDEyMzQ1Njc4OWFiY2RlZmdoaWo='],
    ['a short secret by its name', '{"client_secret":"01234567","accessToken":"0123456789"}'],
    ['a secret with spaces and quotes', '{"password":"a \\"0123456789\\" b","next":1}'],
    ['a code of the second step', 'code=0123456789'],
    ['a code within another URL', '/sign-in?next=%2Fcallback%3Fcode%3D0123456789'],
    ['credentials in a URL', 'https://staging:0123456789@api.example/v1'],
    ['the cookies of a pending request', 'tillgate-visit=0123456789; __Host-tillgate-flash=0123456789'],
    ['a header line', "-H 'X-API-Key: 0123456789' -H 'Authorization: Token 0123456789' -H 'Cookie: a=0123456789'"],
    ['an operator token', 'svc_adm_0123456789'],
    ['a private key', '{"kty":"RSA","n":"public","d":"0123456789abcdefghij"} -----BEGIN PRIVATE KEY-----\n0123456789'],
    [
      'secrets and keys',
      'svc_sk_sb_0123456789abcdefghij svc_rt_pk_0123456789abcdefghij svc_ak_sb_0123456789abcdefghij',
    ],
  ])('removes %s', (_what, text) => {
    expect(redact(text)).not.toMatch(/aaaaa|bbbbb|ccccc|0123456789|MDEyMzQ1/);
  });

  test('removes secrets that became known later', () => {
    const secrets = new Set(['hunter-22']);
    redact('hunter-22', secrets);
    expect(redact('hunter-22 and hunter-33', secrets.add('hunter-33'))).toBe('*** and ***');
  });

  test.each([
    'WWW-Authenticate: Bearer realm="partner-api"',
    '{"code":"partner.validation_failed","message":"The token is malformed."}',
    '{"error":"invalid_grant","code":"oauth.code_invalid","error_description":"The code is invalid."}',
    '{"grant_type":"refresh_token","token_type":"Bearer","expires_in":900,"nextCursor":"0123456789abcdef"}',
    'client_id=svc_app_sb_0123456789&grant_type=refresh_token&companyId=101',
    '<input type="text" name="name" value="conf-1"> <input type="password" name="password">',
    'GET /v1/purchase-orders?search=conf-1a2b3c4d-12-record-1: expected 200, got 400',
  ])('leaves %s unchanged', (text) => {
    expect(redact(text)).toBe(text);
  });
});
