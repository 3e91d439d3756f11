import type { Origin } from './control.ts';

/**
 * Caller of an operation: an operator of the service, or a person who acts for one organization or
 * merchant. Admins manage the organization's people and may do everything its developers may.
 */
export type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'admin' | 'developer'; readonly organizationId: number }
  | { readonly kind: 'owner' | 'employee'; readonly companyId: number };

export type ActorKind = Actor['kind'];

export const isFor = (actors: readonly ActorKind[], { kind }: Actor): boolean =>
  actors.includes(kind) || (kind === 'admin' && actors.includes('developer'));

export const OPERATOR: Actor = { kind: 'operator' };

/** Commands act as the operator. The machine's own log tells which person ran them. */
export const COMMAND_LINE: Origin = { source: 'command line' };
