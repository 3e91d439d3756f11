// node-oidc-provider with what Tillgate's token endpoint does: refresh tokens rotated, access tokens signed with RSA-2048, everything in memory.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const RESOURCE = 'urn:partner-api';
const [connections] = process.argv.slice(2).map(Number);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const client = {
  client_id: 'bench',
  client_secret: randomUUID(),
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://app.example/callback'],
  token_endpoint_auth_method: 'client_secret_post',
};
const scope = 'items.read items.write';
const resourceServer = {
  scope,
  audience: 'partner-api',
  accessTokenTTL: 900,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
};
const provider = new Provider('http://localhost', {
  clients: [client],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  rotateRefreshToken: true,
  ttl: { RefreshToken: 8_640_000, Grant: 8_640_000 },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resourceServer,
    },
  },
});

async function newRefreshToken() {
  const grant = new provider.Grant({ accountId: randomUUID(), clientId: client.client_id });
  grant.addResourceScope(RESOURCE, scope);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId: grant.accountId,
    client: await provider.Client.find(client.client_id),
    grantId,
    gty: 'authorization_code',
    resource: RESOURCE,
    scope,
  });
  return token.save();
}

const refreshTokens = await Promise.all(Array.from({ length: connections }, newRefreshToken));
const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  process.send({ port, path: '/token', clientId: client.client_id, clientSecret: client.client_secret, refreshTokens });
});
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
