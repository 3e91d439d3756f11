import type { Origin } from './control.ts';

/**
 * Who calls an operation of the control plane: an operator of the service, or a person within what is theirs. Admins look
 * after the people of their organization and may do whatever its developers may.
 */
export type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'admin' | 'developer'; readonly organizationId: number }
  | { readonly kind: 'owner' | 'employee'; readonly companyId: number };

export type ActorKind = Actor['kind'];

/** Tells whether an operation for some kinds of actors is for this one. */
export const isFor = (actors: readonly ActorKind[], { kind }: Actor): boolean =>
  actors.includes(kind) || (kind === 'admin' && actors.includes('developer'));

export const OPERATOR: Actor = { kind: 'operator' };

/** Changes by commands are the operator's; the log of the machine says who that was. */
export const COMMAND_LINE: Origin = { source: 'command line' };
