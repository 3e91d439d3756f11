import type { Flash } from '../../forms/flash.ts';

/** The password that a change gave to a new person, to be shown once; none where the person has their own. */
export const passwordOf = (result: object): Flash['secrets'] =>
  'password' in result && typeof result.password === 'string' ? [{ label: 'Password', value: result.password }] : [];
