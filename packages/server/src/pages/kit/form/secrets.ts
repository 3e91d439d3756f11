import type { Flash } from './flash.ts';

const LABELS = {
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secret: 'Signing secret',
  apiKey: 'API key',
  password: 'Password',
  adminToken: 'Admin token',
  link: 'Link',
} as const;

/** Secrets in an operation's result, with the labels they are shown under. */
export function secretsOf(result: object): Flash['secrets'] {
  const given = new Map<string, unknown>(Object.entries(result));
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const value = given.get(name);
    return typeof value === 'string' ? [{ label, value }] : [];
  });
}
