import type { Flash } from './flash.ts';

const LABELS = {
  clientId: 'Client id',
  clientSecret: 'Client secret',
  apiKey: 'API key',
  password: 'Password',
  adminToken: 'Admin token',
  link: 'Link',
} as const;

/** Secrets in the result of an operation, with the labels under which they are shown once. */
export function secretsOf(result: object): Flash['secrets'] {
  const given = new Map<string, unknown>(Object.entries(result));
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const value = given.get(name);
    return typeof value === 'string' ? [{ label, value }] : [];
  });
}
