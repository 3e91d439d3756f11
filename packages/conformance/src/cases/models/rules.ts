import { isDeepStrictEqual } from 'node:util';
import type { Rec } from '../../engine/caller.ts';
import { type Fields, plain } from './compare.ts';
import type { Move } from './levels.ts';
import { isMore, isZero, minus, plus } from './quantities.ts';
import type { StockFixture } from './stock-fixture.ts';

/** What the documents that move stock have in common. */

export interface Line extends Fields {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  readonly received: string;
  readonly outstanding: string;
}

export interface LineDraft {
  readonly product: number;
  /** Thousandths. */
  readonly quantity: number;
  /** Ten-thousandths. */
  readonly cost: number;
  readonly tax: number;
  readonly discounted: boolean;
}

export interface DocumentDraft {
  readonly lines: readonly LineDraft[];
  readonly store: 0 | 1;
  readonly type: 0 | 1 | 2;
}

/** What a change is of. */
export const CHANGES = [
  ...(['text', 'date', 'party', 'store', 'number', 'external', 'expected', 'type', 'active'] as const),
  ...(['quantity', 'cost', 'tax', 'discount', 'item', 'drop', 'add', 'turn', 'same'] as const),
] as const;
export type Change = (typeof CHANGES)[number];

export type Moved = Omit<Move, 'document'>;

/** What one kind of document has of its own. */
export interface Rules {
  readonly name: string;
  /** How the ids of its requirements begin. */
  readonly family: string;
  readonly path: string;
  readonly kind: string;
  /** The query of a create that moves stock at once, or not. */
  readonly query: (atOnce: boolean) => string;
  readonly body: (draft: DocumentDraft, fixture: StockFixture) => Fields;
  /** A new document, before anything of it is received or posted. */
  readonly fresh: (body: Fields, seen: Rec) => Fields;
  readonly line: (draft: LineDraft, fixture: StockFixture) => Fields;
  /** As a line is sent again. */
  readonly sent: (line: Line) => Fields;
  /** What a line need not name: a new one has these, and one that keeps its id keeps its own. */
  readonly optional: Fields;
  /** Fills in what follows from the lines. */
  readonly complete: (fields: Fields, fixture: StockFixture) => Fields;
  /** A change of the document's own fields; nothing where the kind has none of the sort. */
  readonly header: (what: Change, n: number, fields: Fields, fixture: StockFixture) => Fields | undefined;
  readonly allowed: (fields: Fields) => Readonly<Record<string, boolean>>;
  /** Whether the state of the document forbids to make this of it. */
  readonly forbids: (before: Fields, after: Fields, body: Fields) => boolean;
  /** Whether the lines are such as no document of the kind may have. */
  readonly isInvalid: (fields: Fields) => boolean;
  /** What receiving so much of a line moves. */
  readonly moves: (fields: Fields, line: Line, quantity: string) => readonly Moved[];
  /** Filters of the list, each with what it leaves. */
  readonly filters: readonly { readonly query: string; readonly matches: (fields: Fields) => boolean }[];
}

export const linesOf = (fields: Fields): Line[] => fields.lines as Line[];

/** Lines after a request: those that were sent with an id keep it, what has come in on them, and what is not named. */
export function linesAfter(
  sent: readonly Fields[],
  before: readonly Line[],
  seen: readonly Fields[],
  { optional }: Pick<Rules, 'optional'>,
): Fields[] {
  const old = new Map(before.map((line) => [line.id, line]));
  return sent.map((line, i) => {
    const id = seen[i]?.id;
    const isNew = typeof id !== 'number' || !old.has(id);
    const kept = old.get(line.id as number);
    // A line that comes to name another item does not keep the variant of the one before.
    const variant = kept && kept.itemId !== line.itemId ? { variantId: null } : {};
    return { id: isNew ? id : 'a new one', received: '0', ...optional, ...kept, ...variant, ...line };
  });
}

/** 2 when nothing is outstanding, 1 when something has come in, else 0. */
export function progressOf(lines: readonly Line[]): 0 | 1 | 2 {
  if (lines.every((line) => isZero(line.received))) return 0;
  return lines.every((line) => isZero(line.outstanding)) ? 2 : 1;
}

/** The lines once this has come in. */
export const receivedLines = (lines: readonly Line[], quantities: ReadonlyMap<number, string>): Fields[] =>
  lines.map((line) => ({ ...line, received: plus(line.received, quantities.get(line.id) ?? '0') }));

export const withOutstanding = (line: Line): Line => ({ ...line, outstanding: minus(line.quantity, line.received) });

/** A line of which something has come in stays what it is, and is never of less than that. */
export const losesReceived = (before: readonly Line[], after: readonly Line[], fixed: readonly string[]): boolean =>
  before
    .filter(({ received }) => !isZero(received))
    .some((line) => {
      const now = after.find(({ id }) => id === line.id);
      return (
        !now || fixed.some((name) => plain(now[name]) !== plain(line[name])) || isMore(line.received, now.quantity)
      );
    });

export const differs = (before: Fields, after: Fields, names: readonly string[]): boolean =>
  names.some((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])));
