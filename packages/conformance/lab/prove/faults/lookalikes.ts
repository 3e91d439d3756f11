import { each, type Faults, fault } from '../fault.ts';
import { inHeader } from '../how/requests.ts';

const JSON_TYPE = 'application/json';

const quoted = (tags: string): string =>
  tags
    .split(/\s*,\s*/)
    .map((tag) => (/^[\w-]+$/.test(tag) ? `"${tag}"` : tag))
    .join(', ');

/** Accepts values that only resemble valid ones, or rejects valid ones in another form. */
export const LOOKALIKE_FAULTS: Faults = {
  'request.if-match-weak': fault('http.if_match_tags', 'If-Match compares weakly', {
    how: inHeader('if-match', (tags) => tags.replaceAll('W/', '')),
  }),
  'request.if-match-weak-small': fault('http.if_match_tags', 'If-Match reads w/ as a part of the ETag', {
    how: inHeader('if-match', (tags) => tags.replaceAll('w/', '')),
  }),
  'request.if-match-unquoted': fault('http.if_match_tags', 'If-Match accepts an ETag without quotes', {
    how: inHeader('if-match', quoted),
  }),
  'request.if-match-first': fault('http.if_match_tags', 'only the first of several ETags in If-Match is used', {
    how: inHeader('if-match', (tags) => tags.split(',')[0] ?? ''),
  }),
  'request.if-match-last': fault('http.if_match_tags', 'only the last of several ETags in If-Match is used', {
    how: inHeader('if-match', (tags) => tags.split(',').at(-1) ?? ''),
  }),
  'request.if-match-several': fault('http.if_match_tags', 'several ETags in If-Match match anything', {
    how: inHeader('if-match', (tags) => (tags.includes(',') ? '*' : tags)),
  }),
  'request.if-match-quoted-star': fault('http.if_match_tags', 'an ETag of a star matches anything', {
    how: inHeader('if-match', (tags) => tags.replace('"*"', '*')),
  }),
  'request.if-none-match-strong': fault('http.if_none_match_tags', 'If-None-Match compares strongly', {
    how: inHeader('if-none-match', (tags) => tags.replaceAll(/W\/"[^"]*"/g, '"other"')),
  }),
  'request.if-none-match-unquoted': fault('http.if_none_match_tags', 'If-None-Match accepts an ETag without quotes', {
    how: inHeader('if-none-match', quoted),
  }),
  'request.if-none-match-last': fault(
    'http.if_none_match_tags',
    'only the last of several ETags in If-None-Match is used',
    { how: inHeader('if-none-match', (tags) => tags.split(',').at(-1) ?? '') },
  ),
  'request.if-none-match-quoted-star': fault('http.if_none_match_tags', 'an ETag of a star matches anything', {
    how: inHeader('if-none-match', (tags) => tags.replace('"*"', '*')),
  }),
  'request.media-type-prefix': fault('http.media_types_alike', 'a media type may have text after application/json', {
    how: inHeader('content-type', (type) => (type.startsWith(JSON_TYPE) ? JSON_TYPE : type)),
  }),
  'request.media-type-charset': fault('http.media_types_alike', 'the charset of JSON is not checked', {
    how: inHeader('content-type', (type) => type.replace(/;.*/, '')),
  }),
  'request.media-type-suffix': fault('http.media_types_alike', 'every type of +json is JSON', {
    how: inHeader('content-type', (type) => (type.includes('+json') ? JSON_TYPE : type)),
  }),
  'request.media-type-text': fault('http.media_types_alike', 'text/json is JSON', {
    how: inHeader('content-type', (type) => type.replace('text/json', JSON_TYPE)),
  }),
  'request.media-type-anywhere': fault('http.media_types_alike', 'json anywhere in a media type is enough', {
    how: inHeader('content-type', (type) => (/json/.test(type) ? JSON_TYPE : type)),
  }),
  'request.media-type-star': fault('http.media_types_alike', '*/* is JSON', {
    how: inHeader('content-type', (type) => type.replace(/^(\*|application)\/\*$/, JSON_TYPE)),
  }),
  'request.media-type-case': fault('http.media_types_alike', 'media types are compared with their case', {
    how: inHeader('content-type', (type) => (/[A-Z]/.test(type.split(';')[0] ?? '') ? 'text/plain' : type)),
  }),
  'request.media-type-quoted-charset': fault('http.media_types_alike', 'a charset in quotes is rejected', {
    how: inHeader('content-type', (type) => (/charset="/.test(type) ? 'text/plain' : type)),
  }),
  ...each(['x-gzip', 'deflate', 'zstd', 'GZIP'], (name) => [
    `request.encoding-${name}`,
    fault('http.media_types_alike', `the encoding ${name} is not checked`, {
      how: inHeader('content-encoding', (value) => (value === name ? 'identity' : value)),
    }),
  ]),
  'request.bearer-case': fault('auth.scheme_spelling', 'the scheme is compared with its case', {
    how: inHeader('authorization', (value) => (/^Bearer /.test(value) ? value : value.replace(/^bearer /i, 'None '))),
  }),
  'request.bearer-glued': fault('auth.scheme_spelling', 'a scheme without credentials is accepted', {
    how: inHeader('authorization', (value) => value.replace(/^Bearer[:=]?(?! )/i, 'Bearer ')),
  }),
  'request.bearer-prefix': fault('auth.scheme_spelling', 'a scheme that begins with Bearer will do', {
    how: inHeader('authorization', (value) => value.replace(/^Bearer\w+ /i, 'Bearer ')),
  }),
  'request.bearer-quoted': fault('auth.scheme_spelling', 'a token may be in quotes', {
    how: inHeader('authorization', (value) => value.replaceAll('"', '')),
  }),
};
