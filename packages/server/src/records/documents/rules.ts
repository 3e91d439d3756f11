import type { AllowedAction } from '../../contract/generated/types.gen.ts';
import { type PartnerError, referencesNotFound, stateConflict } from '../../errors.ts';
import { canonicalQuantity } from '../decimal.ts';
import { entriesBefore, idOf, refuseRepeatedIds } from '../entries.ts';

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

interface LineInput {
  readonly itemId: number;
  readonly variantId?: number | null;
  readonly quantity: string;
}

interface Line {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

/** A line that keeps its item also keeps its variant. */
export function lineValues({ itemId, variantId, quantity }: LineInput, before?: Line) {
  const kept = before?.itemId === itemId ? before.variantId : null;
  return { itemId, variantId: variantId === undefined ? kept : variantId, quantity: canonicalQuantity(quantity) };
}

/**
 * Finds the stored line that each sent one changes; undefined for a new one. Rejects repeated ids and those of other
 * documents, and names each of them. `kind` names a line in rejections, such as `line of this order`.
 */
export function linesBefore<Input extends LineInput, Stored extends Line>(
  inputs: readonly Input[],
  current: readonly Stored[],
  kind: string,
  asNew: (input: Input) => object = (input) => lineValues(input),
): (Stored | undefined)[] {
  refuseRepeatedIds('lines', inputs);
  const known = new Set(current.map(({ id }) => id));
  const unknown = inputs.flatMap((input, i) => {
    const id = idOf(input);
    return id === undefined || known.has(id) ? [] : [`/lines/${i}/id`];
  });
  if (unknown.length > 0) throw referencesNotFound(unknown, kind);
  return entriesBefore({ name: 'lines', kind, asNew }, inputs, current);
}
