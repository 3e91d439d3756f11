import { each, type Fault, type Faults } from '../fault.ts';
import { inHeader } from '../how/requests.ts';

const JSON_TYPE = 'application/json';

/** A header's value is taken for another. */
interface Taken {
  readonly breaks: string;
  readonly text: string;
  readonly name: string;
  readonly change: (value: string) => string;
}

const taken = ({ breaks, text, name, change }: Taken): Fault => ({ breaks, text, how: inHeader(name, change) });

const ifMatch = (own: Pick<Taken, 'text' | 'change'>): Fault =>
  taken({ breaks: 'http.if_match_tags', name: 'if-match', ...own });

const ifNoneMatch = (own: Pick<Taken, 'text' | 'change'>): Fault =>
  taken({ breaks: 'http.if_none_match_tags', name: 'if-none-match', ...own });

const mediaType = (own: Pick<Taken, 'text' | 'change'>): Fault =>
  taken({ breaks: 'http.media_types_alike', name: 'content-type', ...own });

const quoted = (tags: string): string =>
  tags
    .split(/\s*,\s*/)
    .map((tag) => (/^[\w-]+$/.test(tag) ? `"${tag}"` : tag))
    .join(', ');

/** Values that only resemble the right ones are taken for them, or the right ones in other words are not. */
export const LOOKALIKE_FAULTS: Faults = {
  'request.if-match-weak': ifMatch({ text: 'If-Match compares weakly', change: (tags) => tags.replaceAll('W/', '') }),
  'request.if-match-weak-small': ifMatch({
    text: 'If-Match reads w/ as a part of the ETag',
    change: (tags) => tags.replaceAll('w/', ''),
  }),
  'request.if-match-unquoted': ifMatch({ text: 'If-Match takes an ETag without quotes', change: quoted }),
  'request.if-match-first': ifMatch({
    text: 'of several ETags in If-Match the first is heeded',
    change: (tags) => tags.split(',')[0] ?? '',
  }),
  'request.if-match-last': ifMatch({
    text: 'of several ETags in If-Match the last is heeded',
    change: (tags) => tags.split(',').at(-1) ?? '',
  }),
  'request.if-match-several': ifMatch({
    text: 'several ETags in If-Match match anything',
    change: (tags) => (tags.includes(',') ? '*' : tags),
  }),
  'request.if-match-quoted-star': ifMatch({
    text: 'an ETag of a star matches anything',
    change: (tags) => tags.replace('"*"', '*'),
  }),
  'request.if-none-match-strong': ifNoneMatch({
    text: 'If-None-Match compares strongly',
    change: (tags) => tags.replaceAll(/W\/"[^"]*"/g, '"other"'),
  }),
  'request.if-none-match-unquoted': ifNoneMatch({ text: 'If-None-Match takes an ETag without quotes', change: quoted }),
  'request.if-none-match-last': ifNoneMatch({
    text: 'of several ETags in If-None-Match the last is heeded',
    change: (tags) => tags.split(',').at(-1) ?? '',
  }),
  'request.if-none-match-quoted-star': ifNoneMatch({
    text: 'an ETag of a star matches anything',
    change: (tags) => tags.replace('"*"', '*'),
  }),
  'request.media-type-prefix': mediaType({
    text: 'a media type may go on behind application/json',
    change: (type) => (type.startsWith(JSON_TYPE) ? JSON_TYPE : type),
  }),
  'request.media-type-charset': mediaType({
    text: 'the charset of JSON is not looked at',
    change: (type) => type.replace(/;.*/, ''),
  }),
  'request.media-type-suffix': mediaType({
    text: 'every type of +json is JSON',
    change: (type) => (type.includes('+json') ? JSON_TYPE : type),
  }),
  'request.media-type-text': mediaType({
    text: 'text/json is JSON',
    change: (type) => type.replace('text/json', JSON_TYPE),
  }),
  'request.media-type-anywhere': mediaType({
    text: 'json anywhere in a media type is enough',
    change: (type) => (/json/.test(type) ? JSON_TYPE : type),
  }),
  'request.media-type-star': mediaType({
    text: '*/* is JSON',
    change: (type) => type.replace(/^(\*|application)\/\*$/, JSON_TYPE),
  }),
  'request.media-type-case': mediaType({
    text: 'media types are compared with their case',
    change: (type) => (/[A-Z]/.test(type.split(';')[0] ?? '') ? 'text/plain' : type),
  }),
  'request.media-type-quoted-charset': mediaType({
    text: 'a charset in quotes is refused',
    change: (type) => (/charset="/.test(type) ? 'text/plain' : type),
  }),
  ...each(['x-gzip', 'deflate', 'zstd', 'GZIP'], (name) => [
    `request.encoding-${name}`,
    taken({
      breaks: 'http.media_types_alike',
      text: `the encoding ${name} is not looked at`,
      name: 'content-encoding',
      change: (value) => (value === name ? 'identity' : value),
    }),
  ]),
  'request.bearer-case': taken({
    breaks: 'auth.scheme_spelling',
    text: 'the scheme is compared with its case',
    name: 'authorization',
    change: (value) => (/^Bearer /.test(value) ? value : value.replace(/^bearer /i, 'None ')),
  }),
  'request.bearer-glued': taken({
    breaks: 'auth.scheme_spelling',
    text: 'nothing need stand behind the scheme',
    name: 'authorization',
    change: (value) => value.replace(/^Bearer[:=]?(?! )/i, 'Bearer '),
  }),
  'request.bearer-prefix': taken({
    breaks: 'auth.scheme_spelling',
    text: 'a scheme that begins with Bearer will do',
    name: 'authorization',
    change: (value) => value.replace(/^Bearer\w+ /i, 'Bearer '),
  }),
  'request.bearer-quoted': taken({
    breaks: 'auth.scheme_spelling',
    text: 'a token may be in quotes',
    name: 'authorization',
    change: (value) => value.replaceAll('"', ''),
  }),
};
