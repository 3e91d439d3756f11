/** Variables for the reader to fill in; addresses default to a local server. */
export const SETTINGS = [
  { key: 'baseUrl', value: 'http://localhost:3000/v1', description: 'The API, with its version.' },
  { key: 'authUrl', value: 'http://localhost:3001', description: 'The host of the consent screen.' },
  { key: 'clientId', value: '', description: 'Client id of a sandbox app.' },
  { key: 'clientSecret', value: '', description: 'Its client secret.' },
  { key: 'merchantId', value: '', description: 'Id of one of its sandbox merchants.' },
  { key: 'redirectUri', value: 'https://app.example/callback', description: 'A redirect URI of the app.' },
  { key: 'code', value: '', description: 'The code that the redirect URI received.' },
  { key: 'codeVerifier', value: '', description: 'The PKCE verifier of that code.' },
  { key: 'refreshToken', value: '', description: 'Set by the exchange of a code.' },
];

/** Mints a token for the merchant before the first request that needs one, and again before it expires. */
export const MINT = `
if (pm.variables.get('clientId') && Date.now() > Number(pm.variables.get('accessTokenUntil') || 0)) {
  pm.sendRequest({
    url: pm.variables.get('baseUrl') + '/token',
    method: 'POST',
    header: { 'Content-Type': 'application/json' },
    body: {
      mode: 'raw',
      raw: JSON.stringify({
        client_id: pm.variables.get('clientId'),
        client_secret: pm.variables.get('clientSecret'),
        merchant_id: Number(pm.variables.get('merchantId')),
      }),
    },
  }, (error, response) => {
    if (error || response.code !== 200) throw new Error('No access token: ' + (error || response.text()));
    pm.collectionVariables.set('accessToken', response.json().access_token);
    pm.collectionVariables.set('accessTokenUntil', String(Date.now() + 14 * 60 * 1000));
  });
}`;

/** Stores the tokens of a response for later requests. */
export const KEEP_TOKENS = `
const tokens = pm.response.json();
if (tokens.access_token) {
  pm.collectionVariables.set('accessToken', tokens.access_token);
  pm.collectionVariables.set('accessTokenUntil', String(Date.now() + 14 * 60 * 1000));
}
if (tokens.refresh_token) pm.collectionVariables.set('refreshToken', tokens.refresh_token);`;
