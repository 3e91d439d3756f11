import type { Credentials } from '../credentials.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { refuseInBrowser } from '../settings.ts';
import { AccessTokens } from './access-tokens.ts';
import { accessTokenOf, type ClientCredentials, postAsClient, tokenBodyOf } from './token-endpoint.ts';

/** Credentials of a sandbox app, for its organization's sandbox merchants. They need no consent. */
export function sandbox(client: ClientCredentials): Credentials {
  refuseInBrowser('client secret');
  const { clientId, clientSecret } = client;
  return {
    open(wires) {
      const { clock } = wires;
      // The mint has a separate limit for each source address.
      const limiter = new RateLimiter(clock);
      const tokens = new AccessTokens(clock, async (merchantId) => {
        const asked = clock.now();
        const policy = { operation: 'sandbox.mint', retriesOfFailure: 4, limiter };
        const fields = { merchant_id: merchantId };
        const answer = await postAsClient(wires, { clientId, clientSecret }, '/token', fields, policy);
        return accessTokenOf(tokenBodyOf(answer, policy.operation), asked);
      });
      return { extra: {}, access: (...args) => tokens.access(...args) };
    },
  };
}
