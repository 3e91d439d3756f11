import type { Choices } from '../generated/specification/choices.ts';

/** First id given to created records. */
const FIRST_ID = 500_001;

/** Choices that the specification leaves to the service: ids in order, the test's clock, readable cursors and tags. */
export function testChoices(now: () => number) {
  let next = FIRST_ID;
  const id = () => {
    next += 1;
    return next - 1;
  };
  const cursor = () => `page.${id()}`;
  return {
    id,
    instant: () => new Date(now()).toISOString(),
    code(_at: string, isTaken: (code: string) => boolean) {
      let number = next;
      while (isTaken(`I${number}`)) number += 1;
      return `I${number}`;
    },
    cursor,
    changesAfter: cursor,
    appName: () => 'Test app',
    rejection: ([first]) => first,
    tag: (_resource: string, state: unknown) => tagOf(state),
    position() {
      throw new Error('The double knows every write, so no position is unknown.');
    },
    reading() {
      throw new Error('The double knows every sale, so no report is unknown.');
    },
  } satisfies Omit<Choices, 'correlationId'>;
}

/** Members of a representation that can change without a new version of its record. */
const BEYOND_VERSION = ['atStore', 'items'];

/** A record's version, with a digest if more than the record is shown; else a digest of the content. */
export function tagOf(state: unknown): string {
  const shown = (state ?? {}) as { readonly version?: unknown };
  const contents = digest(JSON.stringify(state ?? null));
  if (typeof shown.version !== 'number') return `"${contents}"`;
  return BEYOND_VERSION.some((name) => name in shown) ? `"${shown.version}-${contents}"` : `"${shown.version}"`;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a, fast and synchronous in every runtime. */
function digest(text: string): string {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash >>> 0).toString(16);
}
