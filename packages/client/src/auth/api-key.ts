import type { Credentials } from '../credentials.ts';
import { ConfigurationError } from '../errors.ts';
import { refuseInBrowser } from '../settings.ts';

/** The key of an ADSR app. Each request names the company that it is about. */
export function apiKey(key: string): Credentials {
  refuseInBrowser('API key');
  if (!/^[!-~]+$/.test(key)) {
    // The key itself is not quoted: it is a secret.
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
