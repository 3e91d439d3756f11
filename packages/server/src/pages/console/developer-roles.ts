import type { DeveloperRole } from '../../control/people/staff.ts';

export const ROLE_WORDS: Readonly<
  Record<DeveloperRole, { readonly name: string; readonly a: string; readonly does: string }>
> = {
  admin: { name: 'Admin', a: 'an admin', does: 'Admins manage apps, sandbox merchants and people.' },
  developer: { name: 'Developer', a: 'a developer', does: 'Developers manage apps and sandbox merchants.' },
};

/** Reads the role from a form; any other text means developer. */
export const roleIn = (fields: URLSearchParams): DeveloperRole =>
  fields.get('role') === 'admin' ? 'admin' : 'developer';
