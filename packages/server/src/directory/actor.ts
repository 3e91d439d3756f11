import type { Origin } from './control.ts';

/**
 * Caller of an operation: an operator of the service, or a person who acts for one organization or merchant. Admins
 * look after the people of their organization and may do everything that its developers may do.
 */
export type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'admin' | 'developer'; readonly organizationId: number }
  | { readonly kind: 'owner' | 'employee'; readonly companyId: number };

export type ActorKind = Actor['kind'];

/** True if this actor is of one of the kinds. */
export const isFor = (actors: readonly ActorKind[], { kind }: Actor): boolean =>
  actors.includes(kind) || (kind === 'admin' && actors.includes('developer'));

export const OPERATOR: Actor = { kind: 'operator' };

/** Commands act as the operator; the log of the machine tells who that was. */
export const COMMAND_LINE: Origin = { source: 'command line' };
