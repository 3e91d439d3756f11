import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sets a header much faster than Koa's `set`, which also accepts objects and lists. */
export function setHeader({ res }: { readonly res: ServerResponse }, name: string, value: string): void {
  if (!res.headersSent) res.setHeader(name, value);
}

/** True if a header, given in lower case, is repeated. `headers` would contain only one value or join them. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  // Names and values alternate. Comparing lengths first skips most names.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times > 1;
}
