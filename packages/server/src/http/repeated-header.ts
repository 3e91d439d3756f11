import type { IncomingMessage } from 'node:http';

/** True if a header, named in lower case, is sent more than once; `headers` keeps one of them, or joins them. */
export const isRepeated = ({ headersDistinct }: IncomingMessage, name: string): boolean =>
  (headersDistinct[name]?.length ?? 0) > 1;
