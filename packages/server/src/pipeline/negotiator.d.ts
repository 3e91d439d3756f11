declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { readonly headers: IncomingHttpHeaders });

    /** The available coding that the client prefers; of equally preferred ones the first in `preferred`. */
    encoding(available: readonly string[], options?: { readonly preferred: readonly string[] }): string | undefined;

    /** The available media type that the client prefers; of equally preferred ones the first. */
    mediaType(available: readonly string[]): string | undefined;
  }
}
