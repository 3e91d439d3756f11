import type { Credentials } from '../credentials.ts';
import { ConfigurationError } from '../errors.ts';
import { refuseInBrowser } from '../settings.ts';

/** API key of an ADSR app. Each request names its company. */
export function apiKey(key: string): Credentials {
  refuseInBrowser('API key');
  if (!/^[!-~]+$/.test(key)) {
    // The message never quotes the key, which is secret.
    throw new ConfigurationError('client.option_invalid', 'The API key is empty, or has spaces or line breaks.');
  }
  return {
    open: ({ baseUrl }) => ({
      extra: {},
      access: async (merchantId, _, refused) =>
        refused ? undefined : { baseUrl, headers: { 'X-API-Key': key }, query: { companyId: String(merchantId) } },
    }),
  };
}
