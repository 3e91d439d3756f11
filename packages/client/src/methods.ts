import type { CallOptions, ChangeOptions, Operation, RawOptions, WriteOptions } from './call.ts';
import type { Follow } from './follow.ts';
import type { resources } from './generated/resources.gen.ts';
import type { Listing, Row } from './pages.ts';
import type { Reply } from './results.ts';
import type { RecordStream, StreamOptions } from './streams.ts';

/** An operation whose list can be read page by page. */
export interface Pages<O extends Operation> {
  readonly pages: O;
}

/** An operation whose list can be read as a stream. */
export interface Stream<O extends Operation> {
  readonly stream: O;
}

/** An operation as a method: ids of its path, its body, then query parameters and options. */
type Method<O extends Operation> = 'transactions' extends keyof Query<Data<O>>
  ? {
      (options: WithoutLines<Purchases<Query<Data<O>>>> & CallOptions): Reply<Orders<Exclude<Result<O>, ListOfLines>>>;
      (options?: WithLines<Purchases<Query<Data<O>>>> & CallOptions): Reply<Orders<Extract<Result<O>, ListOfLines>>>;
      (options: WithoutLines<Both<Query<Data<O>>>> & CallOptions): Reply<Transactions<Exclude<Result<O>, ListOfLines>>>;
      (options: WithLines<Both<Query<Data<O>>>> & CallOptions): Reply<Transactions<Extract<Result<O>, ListOfLines>>>;
    }
  : DocumentMethod<O>;

type DocumentMethod<O extends Operation> = 'includeLines' extends keyof Query<Data<O>>
  ? {
      (options: WithoutLines<Query<Data<O>>> & CallOptions): Reply<Exclude<Result<O>, ListOfLines>>;
      (options?: WithLines<Query<Data<O>>> & CallOptions): Reply<Extract<Result<O>, ListOfLines>>;
    }
  : (...args: Arguments<O>) => Reply<Result<O>>;

/** Reads all records of a list, page by page or as a stream. */
type Iterate<O extends Operation, How extends 'pages' | 'stream'> = 'transactions' extends keyof Query<Data<O>>
  ? {
      (
        options: WithoutLines<Purchases<Filters<Query<Data<O>>, How>>> & CallOptions,
      ): Whole<Orders<Exclude<Result<O>, ListOfLines>>, How>;
      (
        options?: WithLines<Purchases<Filters<Query<Data<O>>, How>>> & CallOptions,
      ): Whole<Orders<Extract<Result<O>, ListOfLines>>, How>;
      (
        options: WithoutLines<Both<Filters<Query<Data<O>>, How>>> & CallOptions,
      ): Whole<Transactions<Exclude<Result<O>, ListOfLines>>, How>;
      (
        options: WithLines<Both<Filters<Query<Data<O>>, How>>> & CallOptions,
      ): Whole<Transactions<Extract<Result<O>, ListOfLines>>, How>;
    }
  : DocumentIterate<O, How>;

type DocumentIterate<O extends Operation, How extends 'pages' | 'stream'> = 'includeLines' extends keyof Query<Data<O>>
  ? {
      (options: WithoutLines<Filters<Query<Data<O>>, How>> & CallOptions): Whole<Exclude<Result<O>, ListOfLines>, How>;
      (options?: WithLines<Filters<Query<Data<O>>, How>> & CallOptions): Whole<Extract<Result<O>, ListOfLines>, How>;
    }
  : (
      ...args: [...PathArguments<Data<O>>, ...OptionArguments<Filters<Query<Data<O>>, How>, CallOptions>]
    ) => Whole<Result<O>, How>;

type Whole<List, How> = How extends 'stream' ? Promise<RecordStream<Row<List>>> : Listing<List>;

/** Lists of documents include lines unless the call excludes them. */
type WithoutLines<Q> = Q & { includeLines: false };
type WithLines<Q> = Q & { includeLines?: true };
interface ListOfLines {
  readonly data: readonly { readonly lines: unknown }[];
}

/** Lists of purchase orders include returns, and a `Type` on each row, only if the call asks for transactions. */
type Purchases<Q> = Q & { transactions?: false };
type Both<Q> = Q & { transactions: true };
type Orders<L> = { [Key in keyof L]: Key extends 'data' ? Exclude<Row<L>, { Type: unknown }>[] : L[Key] };
type Transactions<L> = { [Key in keyof L]: Key extends 'data' ? Extract<Row<L>, { Type: unknown }>[] : L[Key] };

type Methods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Pages<infer O>
    ? Iterate<O, 'pages'>
    : Table[Name] extends Stream<infer O>
      ? Iterate<O, 'stream'>
      : Table[Name] extends Operation
        ? Method<Table[Name]>
        : never;
};

/** Methods for one merchant: `items.list`, `items.iterate`, `items.create`, … */
export type Resources = { readonly [Name in keyof typeof resources]: Methods<(typeof resources)[Name]> } & {
  readonly changes: { readonly follow: Follow };
  /**
   * Sends a request for which there is no method, such as to an operation newer than this package,
   * with the merchant's credentials, retries and rate limit. The path starts with a slash and is
   * relative to the base URL. Resolves to undefined for a 304.
   */
  request<Data = unknown>(method: string, path: string, options?: RawOptions): Reply<Data>;
};

type Data<O extends Operation> = O extends Operation<infer D> ? D : never;

/** Body of an operation's successful response. */
type Result<O extends Operation> = O extends Operation<unknown, infer R> ? R[keyof R] : never;

type Arguments<O extends Operation> = [
  ...PathArguments<Data<O>>,
  ...BodyArguments<Data<O>>,
  ...OptionArguments<Query<Data<O>>, Options<Data<O>>>,
];
type PathArguments<D> = D extends { path: infer P } ? [id: P[keyof P]] : [];
type BodyArguments<D> = D extends { body: infer B } ? [body: B] : [];
// biome-ignore lint/complexity/noBannedTypes: nothing that is required
type OptionArguments<Q, O> = {} extends Q ? [options?: Q & O] : [options: Q & O];

/** Without `companyId`, since the merchant is already known. */
type Query<D> = D extends { query?: infer Q }
  ? [NonNullable<Q>] extends [never]
    ? unknown
    : WithIds<Omit<NonNullable<Q>, 'companyId'>>
  : unknown;

/** Ids that are text in the contract may also be numbers, as in records. */
type WithIds<Q> = { [Name in keyof Q]: Name extends `${string}${'Id' | 'Ids'}` ? OrNumber<Q[Name]> : Q[Name] };
type OrNumber<Value> = Value extends string ? Value | number : Value extends string[] ? (string | number)[] : Value;

/** Pages are requested by the loop, and a stream has none. Both start at a cursor or at the first page. */
type Filters<Q, How> = Omit<Q, 'page' | 'cursor' | (How extends 'stream' ? 'limit' : never)> &
  (How extends 'stream' ? StreamOptions : unknown) &
  ('cursor' extends keyof Q ? { cursor?: string | null | undefined } : unknown);

type Options<D> = D extends { body: unknown }
  ? 'If-Match' extends HeaderName<D>
    ? ChangeOptions
    : WriteOptions
  : CallOptions;
type HeaderName<D> = D extends { headers?: infer H } ? keyof NonNullable<H> : never;
