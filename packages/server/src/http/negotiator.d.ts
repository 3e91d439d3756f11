declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);

    /** The available coding that the client prefers; of equally preferred ones the first in `preferred`. */
    encoding(available: readonly string[], options?: { readonly preferred: readonly string[] }): string | undefined;
  }
}
