import type { Flash } from '../forms/flash.ts';

const LABELS = {
  clientId: 'Client id',
  clientSecret: 'Client secret',
  apiKey: 'API key',
  password: 'Password',
} as const;

/** Secrets in the result of an operation, as they are shown once. */
export const secretsOf = (result: { readonly [Name in keyof typeof LABELS]?: string | undefined }): Flash['secrets'] =>
  (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((name) => {
    const value = result[name];
    return value === undefined ? [] : [{ label: LABELS[name], value }];
  });
