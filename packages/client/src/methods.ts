import type { CallOptions, ChangeOptions, Operation, RawOptions, WriteOptions } from './call.ts';
import type { resources } from './generated/resources.gen.ts';
import type { Listing, Row } from './pages.ts';
import type { Reply } from './results.ts';

/** A list that is read to its end, over its pages. */
export interface Pages<O extends Operation> {
  readonly pages: O;
}

/** An operation as a method: what its path names, its body, then its query parameters together with the options. */
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

/** Every record of a list, whichever page it is on. */
type Iterate<O extends Operation> = 'transactions' extends keyof Query<Data<O>>
  ? {
      (
        options: WithoutLines<Purchases<Filters<Query<Data<O>>>>> & CallOptions,
      ): Listing<Orders<Exclude<Result<O>, ListOfLines>>>;
      (
        options?: WithLines<Purchases<Filters<Query<Data<O>>>>> & CallOptions,
      ): Listing<Orders<Extract<Result<O>, ListOfLines>>>;
      (
        options: WithoutLines<Both<Filters<Query<Data<O>>>>> & CallOptions,
      ): Listing<Transactions<Exclude<Result<O>, ListOfLines>>>;
      (
        options: WithLines<Both<Filters<Query<Data<O>>>>> & CallOptions,
      ): Listing<Transactions<Extract<Result<O>, ListOfLines>>>;
    }
  : DocumentIterate<O>;

type DocumentIterate<O extends Operation> = 'includeLines' extends keyof Query<Data<O>>
  ? {
      (options: WithoutLines<Filters<Query<Data<O>>>> & CallOptions): Listing<Exclude<Result<O>, ListOfLines>>;
      (options?: WithLines<Filters<Query<Data<O>>>> & CallOptions): Listing<Extract<Result<O>, ListOfLines>>;
    }
  : (
      ...args: [...PathArguments<Data<O>>, ...OptionArguments<Filters<Query<Data<O>>>, CallOptions>]
    ) => Listing<Result<O>>;

/** A list of documents gives those with lines, unless the call leaves them out. */
type WithoutLines<Q> = Q & { includeLines: false };
type WithLines<Q> = Q & { includeLines?: true };
interface ListOfLines {
  readonly data: readonly { readonly lines: unknown }[];
}

/** A list of purchase orders has returns among its rows, and a `Type` on each, only where the call asks for transactions. */
type Purchases<Q> = Q & { transactions?: false };
type Both<Q> = Q & { transactions: true };
type Orders<L> = { [Key in keyof L]: Key extends 'data' ? Exclude<Row<L>, { Type: unknown }>[] : L[Key] };
type Transactions<L> = { [Key in keyof L]: Key extends 'data' ? Extract<Row<L>, { Type: unknown }>[] : L[Key] };

type Methods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Pages<infer O>
    ? Iterate<O>
    : Table[Name] extends Operation
      ? Method<Table[Name]>
      : never;
};

/** Everything that can be done for one merchant: `items.list`, `items.iterate`, `items.create`, … */
export type Resources = { readonly [Name in keyof typeof resources]: Methods<(typeof resources)[Name]> } & {
  /**
   * Sends a request that has no method here, such as to an operation newer than this package, with the merchant's
   * credentials and under the same rules. The path is below the base URL, and begins with a slash. A 304 gives undefined.
   */
  request<Data = unknown>(method: string, path: string, options?: RawOptions): Reply<Data>;
};

type Data<O extends Operation> = Parameters<O>[0];

/** Body of an operation's successful response. */
type Result<O extends Operation> =
  ReturnType<O> extends infer P
    ? P extends Promise<infer Fields>
      ? Fields extends { readonly data: infer D; readonly request: Request }
        ? D
        : never
      : never
    : never;

type Arguments<O extends Operation> = [
  ...PathArguments<Data<O>>,
  ...BodyArguments<Data<O>>,
  ...OptionArguments<Query<Data<O>>, Options<Data<O>>>,
];
type PathArguments<D> = D extends { path: infer P } ? [id: P[keyof P]] : [];
type BodyArguments<D> = D extends { body: infer B } ? [body: B] : [];
// biome-ignore lint/complexity/noBannedTypes: nothing that is required
type OptionArguments<Q, O> = {} extends Q ? [options?: Q & O] : [options: Q & O];

/** `companyId` is the merchant's, who is known already. */
type Query<D> = D extends { query?: infer Q }
  ? [NonNullable<Q>] extends [never]
    ? unknown
    : WithIds<Omit<NonNullable<Q>, 'companyId'>>
  : unknown;

/** Ids that the contract has as text are taken as numbers too, as records have them. */
type WithIds<Q> = { [Name in keyof Q]: Name extends `${string}${'Id' | 'Ids'}` ? OrNumber<Q[Name]> : Q[Name] };
type OrNumber<Value> = Value extends string ? Value | number : Value extends string[] ? (string | number)[] : Value;

/** A listing turns its pages itself. It begins at a cursor, or at the first page if there is none. */
type Filters<Q> = Omit<Q, 'page' | 'cursor'> &
  ('cursor' extends keyof Q ? { cursor?: string | null | undefined } : unknown);

type Options<D> = D extends { body: unknown }
  ? 'If-Match' extends HeaderName<D>
    ? ChangeOptions
    : WriteOptions
  : CallOptions;
type HeaderName<D> = D extends { headers?: infer H } ? keyof NonNullable<H> : never;
