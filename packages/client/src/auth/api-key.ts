import type { Credentials } from '../credentials.ts';

/** The key of an ADSR app. Each request names the company that it is about. */
export function apiKey(key: string): Credentials {
  return {
    open: ({ baseUrl }) => ({
      extra: {},
      access: async (merchantId) => ({
        baseUrl,
        headers: { 'X-API-Key': key },
        query: { companyId: String(merchantId) },
      }),
    }),
  };
}
