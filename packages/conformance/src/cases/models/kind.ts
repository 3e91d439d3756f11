import fc from 'fast-check';
import type { Caller, Rec } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';
import type { Fields } from './compare.ts';

/** What a resource that is a record by itself has of its own; the rest of its model is in records.ts. */

/** Which version a change says it is based on. */
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

/** A record as the model has it. */
export interface ModelRecord {
  readonly id: number;
  /** As lists answer it. */
  fields: Fields;
  /** Of the last write or read. */
  etag: string;
  /** Of a version before that. */
  formerEtag: string | undefined;
  /** Of the last single read. */
  readTag: string | undefined;
  /** Whether that read would be answered the same now; undefined where either is right. */
  isFresh: boolean | undefined;
  /** Something it refers to has changed it, so that its version is a later one. */
  moved: boolean;
}

/** The records of one sequence. */
export interface SequenceModel<Fixture> {
  readonly caller: Caller;
  readonly fixture: Fixture;
  /** In every name, so that a search finds what this sequence has made. */
  readonly mark: string;
  readonly records: readonly ModelRecord[];
  /** A name that sorts after those before it, whatever the collation. */
  newName(): string;
  at(which: number): ModelRecord | undefined;
  note(text: string, answer: Answer): void;
}

export interface Kind<Draft, Fixture> {
  readonly name: string;
  readonly list: string;
  readonly create: string;
  readonly one: (id: number, fixture: Fixture) => string;
  readonly change: (id: number) => string;
  readonly sorts: readonly string[];
  /** Whether a write answers what a single read does, or what a list does. */
  readonly writesAnswerWhole: boolean;
  /** Makes what the records refer to. */
  readonly createFixture: (caller: Caller, t: CaseContext) => Promise<Fixture>;
  /** The filter that matches the records of this sequence. */
  readonly scope: (model: SequenceModel<Fixture>) => string;
  readonly draft: fc.Arbitrary<Draft>;
  /** Sequences that are run whatever the seed. */
  readonly examples: readonly (readonly Command<Draft>[])[];
  /** What it proves beyond what every kind does. */
  readonly proves: readonly string[];
  readonly body: (draft: Draft, model: SequenceModel<Fixture>, record?: ModelRecord) => Fields;
  /** What the request is refused with, any of these; nothing where it is to be carried out. */
  readonly refusals: (body: Fields, model: SequenceModel<Fixture>, record?: ModelRecord) => readonly string[];
  /** What a request makes of the record. What the service chooses itself is taken from its answer. */
  readonly after: (body: Fields, seen: Rec, model: SequenceModel<Fixture>, record?: ModelRecord) => Fields;
  /** What a single read has beyond that. */
  readonly whole?: (record: Fields, model: SequenceModel<Fixture>) => Fields;
  /** Takes note of what a write has done to others. */
  readonly wrote?: (record: ModelRecord, before: Fields | undefined, model: SequenceModel<Fixture>) => void;
  /** Changes something that records refer to. */
  readonly touch?: (which: number, turn: number, model: SequenceModel<Fixture>) => Promise<void>;
  /** Holds against the model what records refer to. */
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
