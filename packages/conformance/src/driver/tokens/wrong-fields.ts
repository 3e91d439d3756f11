import { crc32 } from 'node:zlib';
import { type Draft, Raw, type Values } from './draft.ts';

/** Ways in which a token request can differ from one that is right. */

export interface Change {
  /** Changes of different parts can be combined. */
  readonly part: string;
  /** Which of the two it needs to be, if not either. */
  readonly format?: 'form' | 'json';
  /** The requirement that a request with this change is about, if it succeeds. */
  readonly rule?: string;
  readonly of: (draft: Draft) => Draft;
}

const MOST_CHARACTERS = 4_096;
const MOST_OF_MINT = 128;

const without = (draft: Draft, name: string): Draft => ({
  ...draft,
  fields: draft.fields.filter(([one]) => one !== name),
});

const having = (draft: Draft, name: string, value: unknown): Draft => {
  const index = draft.fields.findIndex(([one]) => one === name);
  const field = [name, value] as const;
  return { ...draft, fields: index < 0 ? [...draft.fields, field] : draft.fields.with(index, field) };
};

/** Texts near one that is right. */
const near = (right: string): string[] => [
  `${right}x`,
  ` ${right}`,
  `${right} `,
  right.slice(0, -1),
  right.slice(1),
  changedAt(right, right.length - 1),
  changedAt(right, right.length >> 1),
  right.toUpperCase(),
  right.toLowerCase(),
];

/** Replaces the character at one place. */
export const changedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Appends the text's CRC32 in base 62, as valid credentials have. The algorithm is public. */
const withChecksum = (text: string): string =>
  text +
  Array.from({ length: CHECKSUM_LENGTH }, (_, i) => DIGITS[Math.floor(crc32(text) / 62 ** i) % 62])
    .reverse()
    .join('');

/** Forged refresh tokens with a valid checksum: of another environment or kind, shorter, longer, or with other contents. */
export function forgeries(token: string): string[] {
  const [, prefix = '', digits = ''] = /^(svc_rt_.._)(.+)$/.exec(token.slice(0, -CHECKSUM_LENGTH)) ?? [];
  const half = Math.floor(digits.length / 2);
  const contents = [1, 2, 12, 24, half].map((at) => changedAt(digits, digits.length - at));
  const lengths = [digits.slice(1), digits.slice(0, -1), `0${digits}`, `${digits}0`, digits.slice(0, half), ''];
  const values = ['z'.repeat(digits.length), '1'.padEnd(digits.length, '0'), '0'.repeat(digits.length)];
  const others = [`-${digits.slice(1)}`, `${digits.slice(0, -1)}_`];
  return [
    ...[...contents, ...lengths, ...values, ...others].map((text) => prefix + text),
    ...['svc_rt_pk_', 'svc_rt_xx_', 'svc_sk_sb_', ''].map((other) => other + digits),
  ].map(withChecksum);
}

/** Numbers and texts that only resemble a merchant's id. */
const nearId = (id: number): unknown[] => [
  ...['0', `0${id}`, `+${id}`, `-${id}`, `${id}.0`, ` ${id}`, `${id}e0`, `${2 ** 53}`, '9'.repeat(16), '9'.repeat(17)],
  ...[-1, 0, 0.5, 2 ** 53, -id, String(id)],
];

/** Every way in which one field can be wrong, in JSON or a form. */
export function changesOf(name: string, right: unknown, others: readonly unknown[]): Change[] {
  const change = (of: Change['of'], rule?: string): Change => ({ part: name, of, ...(rule && { rule }) });
  const as = (isForm: boolean, of: Change['of'], rule?: string): Change => ({
    ...change((draft) => ({ ...of(draft), isForm }), rule),
    format: isForm ? 'form' : 'json',
  });
  const sent = (isForm: boolean, value: unknown, rule?: string) =>
    as(isForm, (draft) => having(draft, name, value), rule);
  const both = (value: unknown, rule?: string): Change[] => [false, true].map((isForm) => sent(isForm, value, rule));
  const json = (value: unknown, rule?: string): Change => sent(false, value, rule);
  const form = (text: string): Change => sent(true, new Raw(text));
  const twice = (value: unknown, isForm: boolean, isFirst: boolean): Change =>
    as(isForm, (draft) => ({
      ...draft,
      fields: isFirst ? [[name, value], ...draft.fields] : [...draft.fields, [name, value]],
    }));
  const texts = typeof right === 'number' ? nearId(right) : near(String(right ?? ''));
  const lengths = [MOST_CHARACTERS, MOST_OF_MINT].flatMap((most) => ['x'.repeat(most), 'x'.repeat(most + 1)]);
  return [
    ...[false, true].map((isForm) => as(isForm, (draft) => without(draft, name), 'oauth.empty_fields')),
    ...both('', 'oauth.empty_fields'),
    json(null, 'oauth.empty_fields'),
    ...[...texts, ...others].flatMap((value) => both(value)),
    ...lengths.flatMap((value) => both(value)),
    ...[true, 7, ['x'], [right], { x: 1 }, 'a\0b', '\ud800', 'ü\u{1F34C}'].map((value) => json(value)),
    ...['%zz', '%ff', 'a%00b', 'a%c3', '%', '+', '7'].map(form),
    ...[right, 'x', ''].flatMap((value) => [true, false].map((isFirst) => twice(value, true, isFirst))),
    ...[right, 'x', null].map((value) => twice(value, false, true)),
    // oauth.query_ignored
    change((draft) => ({
      ...without(draft, name),
      url: `${draft.url}?${new URLSearchParams({ [name]: String(right) })}`,
    })),
    change((draft) => ({ ...draft, url: `${draft.url}?${name}=x` }), 'oauth.query_ignored'),
  ];
}

const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Percent-encodes every character, which RFC 6749 allows. */
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

export const basic = (id: string, secret: string): string =>
  encoded(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Places and spellings of client credentials. */
export function changesOfClient({ clientId, clientSecret }: Credentials, others: readonly Credentials[]): Change[] {
  const change = (of: Change['of'], rule = 'auth.basic_or_body'): Change => ({ part: 'client', of, rule });
  const header = (Authorization: string, fields: Values = {}, rule?: string): Change =>
    change((draft) => {
      const bare = without(without(draft, 'client_id'), 'client_secret');
      return {
        ...bare,
        headers: { ...draft.headers, Authorization },
        fields: [...bare.fields, ...Object.entries(fields)],
      };
    }, rule);
  const right = basic(clientId, clientSecret);
  return [
    header(right),
    header(right.replace('Basic ', 'bAsic   ')),
    header(encoded(`${percent(clientId)}:${percent(clientSecret)}`), {}, 'auth.basic_form_decoded'),
    header(right, { client_id: clientId }, 'auth.credentials_once'),
    header(right, { client_id: `${clientId}x` }),
    header(right, { client_secret: clientSecret }),
    header(right, { client_id: clientId, client_secret: clientSecret }),
    header(right, { client_id: '', client_secret: '' }, 'oauth.empty_fields'),
    ...others.flatMap((other) => [
      change((draft) => {
        const bare = without(without(draft, 'client_id'), 'client_secret');
        const own = Object.entries({ client_id: other.clientId, client_secret: other.clientSecret });
        return { ...bare, fields: [...own, ...bare.fields] };
      }),
      header(basic(other.clientId, other.clientSecret)),
      header(basic(clientId, other.clientSecret)),
      header(right, { client_id: other.clientId }),
    ]),
    ...[
      clientId + clientSecret,
      `${clientId}:x:${clientSecret}`,
      `${clientId}:${clientSecret}:x`,
      `${clientId}:${clientSecret} `,
      `:${clientSecret}`,
      `${clientId}:`,
      '%zz:%',
      `%zz:${clientSecret}`,
      `${clientId}:%zz`,
      '',
    ].flatMap((text) => [header(encoded(text)), header(encoded(text), { client_id: clientId })]),
    ...['Basic', 'Basic !', `Bearer ${clientSecret}`, right.replace('Basic ', ''), right.replace(' ', '  x ')].map(
      (text) => header(text),
    ),
    change((draft) => ({ ...draft, headers: { ...draft.headers, Authorization: 'Bearer x' } })),
    change((draft) => ({
      ...without(without(draft, 'client_id'), 'client_secret'),
      headers: { ...draft.headers, Authorization: right },
      repeated: { Authorization: right },
    })),
  ];
}

const FORM = 'application/x-www-form-urlencoded';

/** Types of JSON and forms, and types that resemble them. */
const JSON_TYPES = [
  ...['application/json; charset=UTF-8', 'APPLICATION/JSON;charset="utf-8"', 'Application/Json ; charset=utf-8'],
  ...['application/json; charset=latin1', 'application/json; x=1; charset=latin1', 'application/jsonx', 'text/json'],
];
const FORM_TYPES = [
  ...[FORM.toUpperCase(), `${FORM}; charset=UTF-8`],
  ...[FORM.slice(0, -1), `${FORM}2`, 'text/form', 'application/form'],
];

const withHeaders = (headers: Readonly<Record<string, string>>, isForm: boolean): Change => ({
  part: 'media',
  rule: 'oauth.form',
  of: (draft) => ({ ...draft, ...(isForm && { isForm }), headers: { ...draft.headers, ...headers } }),
});

/** Bodies, media types, methods and other headers. */
export const CHANGES_OF_MESSAGE: readonly Change[] = [
  ...['{', '[]', '"x"', 'null', '7', '[{}]', '', '\u00ff', '\ud8ff', '{}', '{"client_id":"a","client_id":"b"}'].map(
    (text): Change => ({ part: 'body', of: (draft) => ({ ...draft, isForm: false, text }) }),
  ),
  ...[16_384, 16_385, 1024 * 1024].map(
    (length): Change => ({
      part: 'body',
      rule: 'oauth.body_limit',
      of: (draft) => ({ ...draft, isForm: false, length }),
    }),
  ),
  ...[
    ['scope', 'items.read'],
    ['audience', 'x'],
    ['token_type_hint', 'refresh_token'],
    ['resource', ['a']],
    ['__proto__', 'x'],
  ].flatMap(([name, value]) =>
    [false, true].map(
      (isForm): Change => ({
        part: 'unknown',
        rule: 'oauth.unknown_fields',
        of: (draft) => ({ ...draft, isForm, fields: [...draft.fields, [String(name), value]] }),
      }),
    ),
  ),
  ...['&=x&', '&unknown=%zz', '&scope=a&scope=b'].map(
    (more): Change => ({
      part: 'unknown',
      rule: 'oauth.unknown_fields',
      of: (draft) => ({ ...draft, isForm: true, fields: [...draft.fields, ['x', new Raw(more)]] }),
    }),
  ),
  ...[
    ...[...JSON_TYPES, FORM, 'text/plain', 'application/xml'].map((type) => ({ 'Content-Type': type })),
    ...['gzip', 'identity'].map((coding) => ({ 'Content-Encoding': coding })),
    { Origin: 'https://evil.example' },
  ].map((headers) => withHeaders(headers, false)),
  ...FORM_TYPES.map((type) => withHeaders({ 'Content-Type': type }, true)),
  withHeaders({ 'Content-Encoding': 'gzip' }, true),
  ...['en', 'ar', 'hi', 'fr', 'fr, hi;q=0.9, ar;q=0.1', 'ar;q=0.2, en;q=0.1', 'hi-IN', 'en;q=0, ar'].map(
    (language): Change => ({
      part: 'language',
      rule: 'oauth.localised',
      of: (draft) => ({ ...draft, headers: { ...draft.headers, 'Accept-Language': language } }),
    }),
  ),
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(
    (method): Change => ({ part: 'method', of: (draft) => ({ ...draft, method }) }),
  ),
];
