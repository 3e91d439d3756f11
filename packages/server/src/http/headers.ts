import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sets a header that every response has; Koa's `set`, which takes objects and lists too, takes several times as long. */
export function setHeader({ res }: { readonly res: ServerResponse }, name: string, value: string): void {
  if (!res.headersSent) res.setHeader(name, value);
}

/** True if a header, named in lower case, is sent more than once; `headers` keeps one of them, or joins them. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  // Names and values take turns. Most names are of another length.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times > 1;
}
