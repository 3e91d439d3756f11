import { SCOPES } from '../control/products.ts';

export const LANGUAGES = ['en', 'ar', 'hi'] as const;

/** Authorization server metadata (RFC 8414 §2, RFC 9207 §3). */
export function authorizationServerMetadata(apiUrl: string, webUrl: string): object {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: apiUrl,
    authorization_endpoint: `${webUrl}/oauth/authorize`,
    token_endpoint: `${apiUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${apiUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    jwks_uri: `${apiUrl}/.well-known/jwks.json`,
    scopes_supported: SCOPES.FULL,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: LANGUAGES,
    service_documentation: apiUrl.replace(/\/v1$/, '/docs'),
  };
}
