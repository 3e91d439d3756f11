import type { Draw } from '../../draw.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Movement, Row, Table } from '../../specification/state.ts';

/** What an option is made from: the records that a request can name. */
export interface Scene {
  readonly draw: Draw;
  /** A unique name that marks the record as the suite's. */
  readonly name: () => string;
  /** Records that the walker created, or all of a table that only the back office writes. */
  readonly records: (table: Table) => readonly Row[];
  /** True if a record of the kind has the text. */
  readonly isUsed: (text: string) => boolean;
  /** Records of the kind that the request is about. */
  readonly neighbours: readonly Row[];
  /** Known rows of the stock ledger. */
  readonly movements: () => readonly Movement[];
  /** Days with sales, which only the back office writes. */
  readonly saleDays: () => readonly string[];
  /** Cursors of the change feed, oldest first. */
  readonly cursors: () => readonly string[];
  /** Ids of another merchant's records. */
  readonly foreign: (table: Table) => readonly number[];
  /** Ids of another merchant's records of the kind. */
  readonly strangers: readonly number[];
  /** The record that a request changes, or one that a read is about, as it was last read. */
  readonly stored: Fields | undefined;
  /** Today, as `YYYY-MM-DD`. */
  readonly today: string;
  /** The latest date on Earth, at UTC+14, from which bounds of dates are counted. */
  readonly latest: string;
}

/** One way to fill in a property, parameter or header. Undefined leaves it out. */
export interface Option {
  readonly label: string;
  readonly value: (scene: Scene, siblings: Fields) => unknown;
}

export const option = (label: string, value: Option['value']): Option => ({ label, value });

/** Part of a request. An `entry` is a property of the first entry of a nested list. */
export type Part = 'record' | 'query' | 'body' | 'entry' | 'condition' | 'key';

/** Something that a request chooses. The first option is the one that is valid with most others. */
export interface Factor {
  readonly part: Part;
  /** `lines/quantity` for a property of an entry. */
  readonly name: string;
  readonly options: readonly Option[];
  /** Values that its schema rejects. */
  readonly wrong?: readonly Option[];
  /** Values of which any could be mishandled: each is sent alone. */
  readonly edges?: readonly Option[];
}

export const pick = <One>(list: readonly One[], draw: Draw): One | undefined =>
  list.length === 0 ? undefined : list[draw(list.length)];

/** An id that no record has. */
export const UNKNOWN_ID = 9_007_199_254_740_991;
