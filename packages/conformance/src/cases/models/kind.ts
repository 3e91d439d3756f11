import fc from 'fast-check';
import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import type { Fields } from './compare.ts';

/** Peculiarities of a resource whose records stand alone; the rest of its model is in record-model.ts. */

/** The version that a change is based on. */
export type Match = 'none' | 'current' | 'stale';

export interface Listing {
  readonly status: 0 | 1 | null;
  readonly sort: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

export type Command<Draft> =
  | { readonly act: 'create'; readonly draft: Draft }
  | { readonly act: 'change'; readonly which: number; readonly draft: Draft; readonly match: Match }
  | { readonly act: 'read'; readonly which: number }
  | { readonly act: 'touch'; readonly which: number; readonly turn: number }
  | ({ readonly act: 'list' } & Listing);

/** A record in the model. */
export interface ModelRecord {
  readonly id: number;
  /** Fields as lists answer them. */
  fields: Fields;
  /** ETag of the last write or read. */
  etag: string;
  /** ETag of an earlier version. */
  formerEtag: string | undefined;
  /** ETag of the last single read. */
  readTag: string | undefined;
  /** True when that read would now be answered 304; undefined where either is correct. */
  isFresh: boolean | undefined;
  /** A record that it refers to has changed it, so that its version is a later one. */
  moved: boolean;
}

/** Records of one sequence. */
export interface SequenceModel<Fixture> {
  readonly caller: Caller;
  readonly fixture: Fixture;
  /** Part of every name, so that a search finds the records of this sequence. */
  readonly mark: string;
  readonly records: readonly ModelRecord[];
  /** A name that sorts after those before it in any collation. */
  newName(): string;
  pick(which: number): ModelRecord | undefined;
  note(text: string, answer: Answer): void;
}

export interface Kind<Draft, Fixture> {
  readonly name: string;
  readonly list: string;
  readonly create: string;
  readonly one: (id: number, fixture: Fixture) => string;
  readonly change: (id: number) => string;
  readonly sorts: readonly string[];
  /** True when a write answers like a single read, and not like a list. */
  readonly writesAnswerWhole: boolean;
  /** Creates the records that the resource refers to. */
  readonly createFixture: (caller: Caller, t: CaseContext) => Promise<Fixture>;
  /** A filter that matches the records of this sequence. */
  readonly scope: (model: SequenceModel<Fixture>) => string;
  readonly draft: fc.Arbitrary<Draft>;
  /** Sequences that run whatever the seed. */
  readonly examples: readonly (readonly Command<Draft>[])[];
  /** Requirements beyond those of every kind. */
  readonly proves: readonly string[];
  readonly body: (draft: Draft, model: SequenceModel<Fixture>, record?: ModelRecord) => Fields;
  /** Outcomes that reject the request, any of which is correct; none where it succeeds. */
  readonly rejections: (body: Fields, model: SequenceModel<Fixture>, record?: ModelRecord) => readonly string[];
  /** The record after a request; values that the service chooses are taken from its answer. */
  readonly after: (body: Fields, seen: Rec, model: SequenceModel<Fixture>, record?: ModelRecord) => Fields;
  /** Fields that a single read adds. */
  readonly whole?: (record: Fields, model: SequenceModel<Fixture>) => Fields;
  /** Applies the effects of a write on other records. */
  readonly wrote?: (record: ModelRecord, before: Fields | undefined, model: SequenceModel<Fixture>) => void;
  /** Changes a record that others refer to. */
  readonly touch?: (which: number, turn: number, model: SequenceModel<Fixture>) => Promise<void>;
  /** Compares the records that others refer to with the model. */
  readonly checkInvariants?: (model: SequenceModel<Fixture>) => Promise<void>;
}

export const DUPLICATE = '409 partner.duplicate';
export const CONFLICT = '409 partner.state_conflict';
export const UNKNOWN_REFERENCE = '422 partner.reference_not_found';
export const INVALID = '400 partner.validation_failed';
export const OVER_RECEIPT = '422 partner.over_receipt';

export const which = fc.nat({ max: 20 });

/** Commands on a resource whose requests are drawn from `draft`. */
export const commandsOf = <Draft>(draft: fc.Arbitrary<Draft>, touches: boolean): fc.Arbitrary<Command<Draft>> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('create' as const), draft }) },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('change' as const),
        which,
        draft,
        match: fc.constantFrom<Match>('none', 'none', 'current', 'stale'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('read' as const), which }) },
    { weight: touches ? 2 : 0, arbitrary: fc.record({ act: fc.constant('touch' as const), which, turn: which }) },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant('list' as const),
        status: fc.constantFrom<0 | 1 | null>(null, 0, 1),
        sort: which,
        order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
        limit: fc.constantFrom(100, 2),
      }),
    },
  );

export const create = <Draft>(draft: Draft): Command<Draft> => ({ act: 'create', draft });
export const change = <Draft>(at: number, draft: Draft, match: Match = 'none'): Command<Draft> => ({
  act: 'change',
  which: at,
  draft,
  match,
});
export const read = (at: number): { act: 'read'; which: number } => ({ act: 'read', which: at });
export const list = (sort: number, order: 'asc' | 'desc', of: 0 | 1 | null = null): { act: 'list' } & Listing => ({
  act: 'list',
  status: of,
  sort,
  order,
  limit: 2,
});
