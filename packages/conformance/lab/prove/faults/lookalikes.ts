import type { ProxyFault } from '../fault.ts';
import { asks } from '../kinds/requests.ts';

const JSON_TYPE = 'application/json';

/** A header's value is taken for another. */
const taken = (id: string, breaks: string, text: string, name: string, change: (value: string) => string): ProxyFault =>
  asks(id, breaks, text, ({ requestHeaders }) => {
    const value = requestHeaders[name];
    if (value !== undefined) requestHeaders[name] = change(value);
  });

const ifMatch = (id: string, text: string, change: (value: string) => string): ProxyFault =>
  taken(`if-match-${id}`, 'http.if_match_tags', text, 'if-match', change);

const ifNoneMatch = (id: string, text: string, change: (value: string) => string): ProxyFault =>
  taken(`if-none-match-${id}`, 'http.if_none_match_tags', text, 'if-none-match', change);

const mediaType = (id: string, text: string, change: (value: string) => string): ProxyFault =>
  taken(`media-type-${id}`, 'http.media_types_alike', text, 'content-type', change);

const quoted = (tags: string): string =>
  tags
    .split(/\s*,\s*/)
    .map((tag) => (/^[\w-]+$/.test(tag) ? `"${tag}"` : tag))
    .join(', ');

/** Values that only resemble the right ones are taken for them, or the right ones in other words are not. */
export const LOOKALIKE_FAULTS: readonly ProxyFault[] = [
  ifMatch('weak', 'If-Match compares weakly', (tags) => tags.replaceAll('W/', '')),
  ifMatch('weak-small', 'If-Match reads w/ as a part of the ETag', (tags) => tags.replaceAll('w/', '')),
  ifMatch('unquoted', 'If-Match takes an ETag without quotes', quoted),
  ifMatch('first', 'of several ETags in If-Match the first is heeded', (tags) => tags.split(',')[0] ?? ''),
  ifMatch('last', 'of several ETags in If-Match the last is heeded', (tags) => tags.split(',').at(-1) ?? ''),
  ifMatch('several', 'several ETags in If-Match match anything', (tags) => (tags.includes(',') ? '*' : tags)),
  ifMatch('quoted-star', 'an ETag of a star matches anything', (tags) => tags.replace('"*"', '*')),
  ifNoneMatch('strong', 'If-None-Match compares strongly', (tags) => tags.replaceAll(/W\/"[^"]*"/g, '"other"')),
  ifNoneMatch('unquoted', 'If-None-Match takes an ETag without quotes', quoted),
  ifNoneMatch('last', 'of several ETags in If-None-Match the last is heeded', (tags) => tags.split(',').at(-1) ?? ''),
  ifNoneMatch('quoted-star', 'an ETag of a star matches anything', (tags) => tags.replace('"*"', '*')),
  mediaType('prefix', 'a media type may go on behind application/json', (type) =>
    type.startsWith(JSON_TYPE) ? JSON_TYPE : type,
  ),
  mediaType('charset', 'the charset of JSON is not looked at', (type) => type.replace(/;.*/, '')),
  mediaType('suffix', 'every type of +json is JSON', (type) => (type.includes('+json') ? JSON_TYPE : type)),
  mediaType('text', 'text/json is JSON', (type) => type.replace('text/json', JSON_TYPE)),
  mediaType('anywhere', 'json anywhere in a media type is enough', (type) => (/json/.test(type) ? JSON_TYPE : type)),
  mediaType('star', '*/* is JSON', (type) => type.replace(/^(\*|application)\/\*$/, JSON_TYPE)),
  mediaType('case', 'media types are compared with their case', (type) =>
    /[A-Z]/.test(type.split(';')[0] ?? '') ? 'text/plain' : type,
  ),
  mediaType('quoted-charset', 'a charset in quotes is refused', (type) =>
    /charset="/.test(type) ? 'text/plain' : type,
  ),
  ...['x-gzip', 'deflate', 'zstd', 'GZIP'].map((name) =>
    taken(
      `encoding-${name}`,
      'http.media_types_alike',
      `the encoding ${name} is not looked at`,
      'content-encoding',
      (value) => (value === name ? 'identity' : value),
    ),
  ),
  taken('bearer-case', 'auth.scheme_spelling', 'the scheme is compared with its case', 'authorization', (value) =>
    /^Bearer /.test(value) ? value : value.replace(/^bearer /i, 'None '),
  ),
  taken('bearer-glued', 'auth.scheme_spelling', 'nothing need stand behind the scheme', 'authorization', (value) =>
    value.replace(/^Bearer[:=]?(?! )/i, 'Bearer '),
  ),
  taken('bearer-prefix', 'auth.scheme_spelling', 'a scheme that begins with Bearer will do', 'authorization', (value) =>
    value.replace(/^Bearer\w+ /i, 'Bearer '),
  ),
  taken('bearer-quoted', 'auth.scheme_spelling', 'a token may be in quotes', 'authorization', (value) =>
    value.replaceAll('"', ''),
  ),
];
