declare const parsed: unique symbol;

/** JSON text of a `T`, as the database wrote it; sent as it is. Only storage can vouch for one. */
export type JsonText<T> = string & { readonly [parsed]: T };
