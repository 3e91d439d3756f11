import type { AllowedAction } from '../../contract/generated/types.gen.ts';
import { type PartnerError, stateConflict } from '../../errors.ts';

type Action = AllowedAction['action'];

/** A document's actions, each with the reason why it is not allowed, or null. */
export const actionsFrom = (reasons: Partial<Record<Action, string | null>>): AllowedAction[] =>
  Object.entries(reasons).map(([action, reason]) => ({
    action: action as Action,
    allowed: reason === null,
    code: reason === null ? null : 'partner.state_conflict',
    reason,
  }));

/** Rejects an action and lists those that the document's state allows. */
export const notAllowed = (actions: readonly AllowedAction[], path: string, message: string): PartnerError =>
  stateConflict(
    path,
    message,
    actions.filter(({ allowed }) => allowed).map(({ action }) => action),
  );

/** Rejects an action that the document's state does not allow. */
export function requireAction(actions: readonly AllowedAction[], action: Action, path = ''): void {
  const reason = actions.find((entry) => entry.action === action)?.reason ?? null;
  if (reason !== null) throw notAllowed(actions, path, reason);
}
