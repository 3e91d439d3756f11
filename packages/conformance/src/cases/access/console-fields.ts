/** Values for the fields of the console's forms. */

export const LONGEST_NAME = 255;

/** Client ids of one environment, and keys. */
export const MOST_CREDENTIALS = 10;

/** Names that are wrong wherever a name is asked for. */
export const WRONG_NAMES = ['x'.repeat(LONGEST_NAME + 1), 'a\u0007b', 'a\u202Eb', 'a\u2066b', 'a\u2028b'];

const padded = (beginning: string, length: number): string => beginning.padEnd(length, 'x');

/** An origin of this length, whose labels are as long as they may be. */
const longOrigin = (length: number): string => {
  const [begin, end] = ['https://', '.example'];
  const host = Array.from({ length: length - begin.length - end.length }, (_, i) => (i % 64 === 63 ? '.' : 'x'));
  return begin + host.join('') + end;
};

/** Addresses that an app can register, one more than it may, and others. */
export const ADDRESSES = {
  uri: {
    right: [
      'https://app.example/cb',
      'http://localhost:8080/cb?shop=1',
      'http://127.0.0.1',
      padded('https://app.example/', 512),
      'https://app.example/cb/',
      'https://app.example?sixth=%C3%A9&Code=1&states=2',
    ],
    wrong: [
      'http://app.example/cb',
      'https://app.example/cb#part',
      'https://app.example/cb#',
      'ftp://app.example/cb',
      'javascript:alert(1)',
      'app.example/cb',
      'https:/app.example/cb',
      'HTTPS://app.example/cb',
      'https://App.example/cb',
      'https://app.example:443/cb',
      'https://app.example/a/../cb',
      'https://user@app.example/cb',
      'https://user@app.example',
      'https://*.app.example/cb',
      'https://app.example/*',
      'https://app.example\\cb',
      'https://app.example/cb?a=\\',
      'https://app.example/a b',
      'https://app.example/caf\u00E9',
      'https://app.example/%4',
      'https://app.example/cb?a=%zz',
      'https://app.example/cb?code=1',
      'https://app.example/cb?shop=1&state',
      'https://app.example/cb?error=',
      'https://app.example?iss=a',
      'https://app.example/cb?merchant_id=1',
      'https://app.example/cb?%63ode=1',
      'https://',
      padded('https://app.example/', 513),
    ],
  },
  origin: {
    right: [
      'https://shop.example',
      'http://localhost:8080',
      'http://127.0.0.1',
      longOrigin(255),
      'https://shop.example:8443',
      'https://sixth.example',
    ],
    wrong: [
      'https://*.shop.example',
      'http://shop.example',
      'https://shop.example/',
      'https://shop.example/till',
      'https://Shop.example',
      'https://shop.example:443',
      'https://user@shop.example',
      'shop.example',
      'null',
      '*',
      'ftp://localhost',
      'https://',
      longOrigin(256),
    ],
  },
} as const;

/** Addresses for documentation (RFC 5737, RFC 3849), which no client has. */
const NOBODY = ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '2001:db8::1/128', '203.0.113.7/32', '0.0.0.0/32'];
const ANYBODY = ['0.0.0.0/0', '::/0'];

const MOST_ENTRIES = 50;
const entries = (count: number): string[] => Array.from({ length: count }, (_, n) => `203.0.113.${n}`);

export const LISTS_WITHOUT_CLIENT = [NOBODY, entries(MOST_ENTRIES)].map((list) => list.join('\n'));

export const LISTS_WITH_CLIENT = [
  '',
  ...[ANYBODY, [...entries(MOST_ENTRIES - 2), ...ANYBODY]].map((list) => list.join('\n')),
];

export const WRONG_LISTS = [
  'shop.example',
  '203.0.113.256',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '203.0.113.0/8/8',
  '203.0.113.0/1x',
  '2001:db8::/129',
  '/24',
  '0.0.0.0/0\nshop.example',
  entries(MOST_ENTRIES + 1).join('\n'),
];

/** URLs of webhook endpoints that are not public, or not in the form that browsers send. */
export const WRONG_HOOKS = [
  '',
  'http://shop.example/hooks',
  'ftp://shop.example/hooks',
  'https://192.0.2.1/hooks',
  'https://[2001:db8::1]/hooks',
  'https://10.0.0.1/hooks',
  'https://169.254.169.254/latest',
  'https://intranet/hooks',
  'https://Shop.example/hooks',
  'https://shop.example:443/hooks',
  'https://shop.example/caf\u00E9',
  padded('https://shop.example/', 513),
  'https://user:word@shop.example/hooks',
  'https://shop.example/hooks#part',
  'shop.example/hooks',
];
