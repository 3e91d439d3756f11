// Subset of the Postman collection format 2.1.0 that this package writes.

export const COLLECTION_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

export interface Value {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly disabled?: boolean;
  readonly type?: string;
}

export type Auth = { readonly type: 'noauth' } | { readonly type: 'basic'; readonly basic: readonly Value[] };

export interface PostmanRequest {
  readonly method: string;
  readonly description: string;
  readonly auth?: Auth;
  readonly header: readonly Value[];
  readonly url: {
    readonly raw: string;
    readonly host: readonly string[];
    readonly path: readonly string[];
    readonly query: readonly Value[];
    readonly variable: readonly Value[];
  };
  readonly body?: {
    readonly mode: 'raw';
    readonly raw: string;
    readonly options: { readonly raw: { readonly language: 'json' } };
  };
}

export interface Item {
  readonly name: string;
  readonly request: PostmanRequest;
  readonly event?: readonly Script[];
}

export interface Folder {
  readonly name: string;
  readonly description: string;
  readonly item: readonly Item[];
}

export interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly auth: { readonly type: 'bearer'; readonly bearer: readonly Value[] };
  readonly event: readonly Script[];
  readonly variable: readonly Value[];
  readonly item: readonly Folder[];
}

export const script = (listen: Script['listen'], text: string): Script => ({
  listen,
  script: { type: 'text/javascript', exec: text.trim().split('\n') },
});
