import { isDeepStrictEqual } from 'node:util';
import { shortestDecimals } from '../../decimals.ts';
import type { Rec } from '../../engine/record.ts';
import type { Fields } from './compare.ts';
import type { Move } from './levels.ts';
import { isMore, isZero, minus, plus } from './quantities.ts';
import type { StockFixture } from './stock-fixture.ts';

/** Rules shared by the documents that move stock. */

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
  /** In thousandths. */
  readonly quantity: number;
  /** In ten-thousandths. */
  readonly cost: number;
  readonly tax: number;
  readonly discounted: boolean;
}

export interface DocumentDraft {
  readonly lines: readonly LineDraft[];
  readonly store: 0 | 1;
  readonly type: 0 | 1 | 2;
}

export const CHANGES = [
  ...(['text', 'date', 'party', 'store', 'number', 'external', 'expected', 'type', 'active'] as const),
  ...(['quantity', 'cost', 'tax', 'discount', 'item', 'drop', 'add', 'turn', 'same'] as const),
] as const;
export type Change = (typeof CHANGES)[number];

export type Moved = Omit<Move, 'document'>;

/** Rules of one kind of document. */
export interface Rules {
  readonly name: string;
  /** Prefix of its requirement ids. */
  readonly family: string;
  readonly path: string;
  readonly kind: string;
  /** Query of a create request, with or without moving stock at once. */
  readonly query: (atOnce: boolean) => string;
  readonly body: (draft: DocumentDraft, fixture: StockFixture) => Fields;
  /** A new document before any receipt or post. */
  readonly fresh: (body: Fields, seen: Rec) => Fields;
  readonly line: (draft: LineDraft, fixture: StockFixture) => Fields;
  /** Fields to send for an existing line. */
  readonly sent: (line: Line) => Fields;
  /** Defaults for optional properties of a new line. Lines with an id keep their values. */
  readonly optional: Fields;
  /** Computes the fields that depend on the lines. */
  readonly complete: (fields: Fields, fixture: StockFixture) => Fields;
  /** Changes the document's own fields; undefined if the kind has no such field. */
  readonly header: (what: Change, n: number, fields: Fields, fixture: StockFixture) => Fields | undefined;
  readonly allowed: (fields: Fields) => Readonly<Record<string, boolean>>;
  /** True if the document's state forbids the change. */
  readonly forbids: (before: Fields, after: Fields, body: Fields) => boolean;
  /** True if the lines are invalid in any document of the kind. */
  readonly isInvalid: (fields: Fields) => boolean;
  /** Movements of receiving a quantity of a line. */
  readonly moves: (fields: Fields, line: Line, quantity: string) => readonly Moved[];
  /** Filters of the list. */
  readonly filters: readonly { readonly query: string; readonly matches: (fields: Fields) => boolean }[];
}

export const linesOf = (fields: Fields): Line[] => fields.lines as Line[];

/** Lines after a request. A line sent with an id keeps that id, its received quantity, and omitted values. */
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
    // A line with a new item loses the previous item's variant.
    const variant = kept && kept.itemId !== line.itemId ? { variantId: null } : {};
    return { id: isNew ? id : 'a new one', received: '0', ...optional, ...kept, ...variant, ...line };
  });
}

/** 2 if nothing is outstanding, 1 if something is received, otherwise 0. */
export function progressOf(lines: readonly Line[]): 0 | 1 | 2 {
  if (lines.every((line) => isZero(line.received))) return 0;
  return lines.every((line) => isZero(line.outstanding)) ? 2 : 1;
}

/** Lines after a receipt. */
export const receivedLines = (lines: readonly Line[], quantities: ReadonlyMap<number, string>): Fields[] =>
  lines.map((line) => ({ ...line, received: plus(line.received, quantities.get(line.id) ?? '0') }));

export const withOutstanding = (line: Line): Line => ({ ...line, outstanding: minus(line.quantity, line.received) });

/** A partly received line keeps its item, and its quantity never falls below what was received. */
export const losesReceived = (before: readonly Line[], after: readonly Line[], fixed: readonly string[]): boolean =>
  before
    .filter(({ received }) => !isZero(received))
    .some((line) => {
      const now = after.find(({ id }) => id === line.id);
      return (
        !now ||
        fixed.some((name) => shortestDecimals(now[name]) !== shortestDecimals(line[name])) ||
        isMore(line.received, now.quantity)
      );
    });

export const differs = (before: Fields, after: Fields, names: readonly string[]): boolean =>
  names.some((name) => !isDeepStrictEqual(shortestDecimals(before[name]), shortestDecimals(after[name])));
