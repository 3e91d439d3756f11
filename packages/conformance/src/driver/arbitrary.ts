import type { Choices } from '../specification/choices.ts';

/** Choices for a request that is not sent: any that keep the promises. */
export function arbitraryChoices(now: number): Choices {
  let last = Number.MAX_SAFE_INTEGER - 1_000_000;
  const id = (): number => {
    last += 1;
    return last;
  };
  return {
    id,
    instant: () => new Date(now).toISOString(),
    code: () => `a code ${id()}`,
    appName: () => 'an app',
    correlationId: () => 'a correlation id',
    position: () => 1,
    cursor: () => 'a cursor',
    changesAfter: () => 'a cursor of changes',
    rejection: ([first]) => first,
    reading: () => ({}),
    tag: () => '"a tag"',
  };
}
