declare const parsed: unique symbol;

/** JSON text of a `T`, as the database wrote it; sent as it is. Only storage can vouch for one. */
export type JsonText<T> = string & { readonly [parsed]: T };

/** What a handler answers: the pipeline adds the headers that every response has. `body` is JSON text, empty for none. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
