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

/** What a call of a list reads: one response, or all records page by page or as a stream. */
type How = 'response' | 'pages' | 'stream';

/** An operation as a method: ids of its path, its body, then query parameters and options. */
type Method<O extends Operation, As extends How> = 'transactions' extends keyof Query<Data<O>>
  ? Listed<Purchases<Filters<O, As>>, Orders<Result<O>>, As> & Listed<Both<Filters<O, As>>, Transactions<Result<O>>, As>
  : 'includeLines' extends keyof Query<Data<O>>
    ? Listed<Filters<O, As>, Result<O>, As>
    : (...args: Arguments<O, As>) => Outcome<Result<O>, As>;

/** Lists of documents include lines unless the call excludes them. */
interface Listed<Q, List, As extends How> {
  (options: Q & { includeLines: false } & CallOptions): Outcome<Exclude<List, ListOfLines>, As>;
  (options?: Q & { includeLines?: true } & CallOptions): Outcome<Extract<List, ListOfLines>, As>;
}
interface ListOfLines {
  readonly data: readonly { readonly lines: unknown }[];
}

type Outcome<Body, As extends How> = As extends 'response'
  ? Reply<Body>
  : As extends 'stream'
    ? Promise<RecordStream<Row<Body>>>
    : Listing<Body>;

/** Lists of purchase orders include returns, and a `Type` on each row, only if the call asks for transactions. */
type Purchases<Q> = Q & { transactions?: false };
type Both<Q> = Q & { transactions: true };
type Orders<L> = { [Key in keyof L]: Key extends 'data' ? Exclude<Row<L>, { Type: unknown }>[] : L[Key] };
type Transactions<L> = { [Key in keyof L]: Key extends 'data' ? Extract<Row<L>, { Type: unknown }>[] : L[Key] };

type Methods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Pages<infer O>
    ? Method<O, 'pages'>
    : Table[Name] extends Stream<infer O>
      ? Method<O, 'stream'>
      : Table[Name] extends Operation
        ? Method<Table[Name], 'response'>
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

type Arguments<O extends Operation, As extends How> = [
  ...PathArguments<Data<O>>,
  ...BodyArguments<Data<O>>,
  ...OptionArguments<Filters<O, As>, Options<Data<O>>>,
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

/** Query parameters. Pages are requested by the loop, and a stream has none. Both start at a cursor or at the first page. */
type Filters<O extends Operation, As extends How> = As extends 'response'
  ? Query<Data<O>>
  : FromStart<Query<Data<O>>, As>;
type FromStart<Q, As extends How> = Omit<Q, 'page' | 'cursor' | (As extends 'stream' ? 'limit' : never)> &
  (As extends 'stream' ? StreamOptions : unknown) &
  ('cursor' extends keyof Q ? { cursor?: string | null | undefined } : unknown);

type Options<D> = D extends { body: unknown }
  ? 'If-Match' extends HeaderName<D>
    ? ChangeOptions
    : WriteOptions
  : CallOptions;
type HeaderName<D> = D extends { headers?: infer H } ? keyof NonNullable<H> : never;
