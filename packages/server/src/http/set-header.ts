import type { ServerResponse } from 'node:http';

/** Sets a header that every response has; Koa's `set`, which takes objects and lists too, takes several times as long. */
export function setHeader({ res }: { readonly res: ServerResponse }, name: string, value: string): void {
  if (!res.headersSent) res.setHeader(name, value);
}
