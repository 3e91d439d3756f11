import type { Detail, Fields } from '../../specification/answer.ts';

/** Parts of an error's body. */

export const detailsOf = (body: unknown): readonly Detail[] =>
  (body as { details?: readonly Detail[] } | undefined)?.details ?? [];

export const codeOf = (body: unknown): string => String((body as Fields | undefined)?.code);

/** Errors in an order that does not depend on the service's. */
export function sortedDetails(body: unknown): Detail[] {
  return detailsOf(body)
    .map(({ message, ...detail }) => ({ ...detail, ...(detail.rule === 'allowedAction' && { message }) }))
    .map((detail) => JSON.stringify(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort()
    .map((text) => Object.fromEntries(JSON.parse(text)) as Detail);
}
