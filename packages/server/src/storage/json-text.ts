declare const parsed: unique symbol;

/** JSON text of a `T`, as written by the database and sent unchanged. Only storage can create one. */
export type JsonText<T> = string & { readonly [parsed]: T };
