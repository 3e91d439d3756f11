import type { Origin } from '../directory/control.ts';

/** Who calls an operation of the control plane: an operator of the service, or a person within what is theirs. */
export type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'developer'; readonly organizationId: number }
  | { readonly kind: 'owner' | 'employee'; readonly companyId: number };

export type ActorKind = Actor['kind'];

export const OPERATOR: Actor = { kind: 'operator' };

/** Changes by commands are the operator's; the log of the machine says who that was. */
export const COMMAND_LINE: Origin = { source: 'command line' };
