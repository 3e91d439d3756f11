import { SocketAddress } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, problemOfEndpointUrl } from '../../../src/webhooks/endpoint-url.ts';

/** Reads an address as a number, without the code under test. */
const numberOf4 = (text: string): bigint => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);

const dotted = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
const groupsOf = (value: bigint): string[] =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));

/** Ways to write an IPv6 address. */
const spellings = (value: bigint): string[] => {
  const groups = groupsOf(value);
  const [whole, padded] = [groups.join(':'), groups.map((group) => group.padStart(4, '0')).join(':')];
  const short = new URL(`http://[${whole}]`).hostname.slice(1, -1);
  const withIPv4 = `${groups.slice(0, 6).join(':')}:${dotted(value & 0xffffffffn)}`;
  return [whole, padded, short, short.toUpperCase(), withIPv4];
};

const inBlock = (network: bigint, bits: number, width: number) =>
  fc.bigInt({ min: 0n, max: (1n << BigInt(width - bits)) - 1n }).map((host) => network + host);

const NOT_PUBLIC_4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const group = (...groups: number[]): bigint =>
  Array.from({ length: 8 }, (_, i) => BigInt(groups[i] ?? 0)).reduce((sum, one) => (sum << 16n) + one, 0n);

const NOT_PUBLIC_6: readonly (readonly [network: bigint, bits: number])[] = [
  [group(0), 96],
  [group(0, 0, 0, 0, 0, 0xffff), 96],
  [group(0x64, 0xff9b), 96],
  [group(0x64, 0xff9b, 1), 48],
  [group(0x100), 64],
  [group(0x2001), 23],
  [group(0x2001, 0xdb8), 32],
  [group(0x2002), 16],
  [group(0xfc00), 7],
  [group(0xfe80), 10],
  [group(0xfec0), 10],
  [group(0xff00), 8],
];

const notPublic4 = fc.oneof(...NOT_PUBLIC_4.map(([network, bits]) => inBlock(numberOf4(network), bits, 32)));
const notPublic6 = fc.oneof(...NOT_PUBLIC_6.map(([network, bits]) => inBlock(network, bits, 128)));

const isIn = (value: bigint, network: bigint, bits: number, width: number): boolean =>
  value >> BigInt(width - bits) === network >> BigInt(width - bits);

describe('An address', () => {
  test('of a block for special purposes is not public, in any spelling', () => {
    fc.assert(
      fc.property(notPublic4, (value) => {
        expect(isPublicAddress(dotted(value))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(notPublic6, (value) => {
        for (const text of spellings(value)) expect([text, isPublicAddress(text)]).toEqual([text, false]);
      }),
    );
  });

  test('of IPv4 inside IPv6 is not public, even if the IPv4 address is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const value = numberOf4(text);
        const [high, low] = [Number(value >> 16n), Number(value & 0xffffn)];
        const embedded = [
          group(0, 0, 0, 0, 0, 0, high, low),
          group(0, 0, 0, 0, 0, 0xffff, high, low),
          group(0x64, 0xff9b, 0, 0, 0, 0, high, low),
          group(0x2002, high, low),
          group(0x2001, 0, 0, 0, 0, 0, high, low),
        ];
        for (const spelling of embedded.flatMap(spellings)) {
          expect([spelling, isPublicAddress(spelling)]).toEqual([spelling, false]);
        }
      }),
    );
  });

  test('outside these blocks is public, in any spelling', () => {
    const [documentation, azure] = [['192.0.2.0', '198.51.100.0', '203.0.113.0', '192.88.99.0'], '168.63.129.16'];
    const blocks = [...NOT_PUBLIC_4, ...documentation.map((network) => [network, 24] as const)];
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const value = numberOf4(text);
        const isSpecial = blocks.some(([network, bits]) => isIn(value, numberOf4(network), bits, 32));
        expect(isPublicAddress(text)).toBe(!isSpecial && text !== azure);
      }),
    );
    fc.assert(
      fc.property(inBlock(group(0x2000), 3, 128), (value) => {
        const isSpecial = [...NOT_PUBLIC_6, [group(0x3fff), 20] as const].some(([network, bits]) =>
          isIn(value, network, bits, 128),
        );
        for (const text of spellings(value)) expect([text, isPublicAddress(text)]).toEqual([text, !isSpecial]);
      }),
    );
  });

  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '169.254.169.254',
    '168.63.129.16',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    '0',
    '',
    'localhost',
    '8.8.8.8 ',
    '008.8.8.8',
  ])('written as %j is not public', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  test.each(['1.1.1.1', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '2A00:1450::1'])(
    'written as %j is public',
    (text) => {
      expect(isPublicAddress(text)).toBe(true);
    },
  );
});

describe('The URL of an endpoint', () => {
  const production = (text: string) => problemOfEndpointUrl(text, { loopback: false });
  const sandbox = (text: string) => problemOfEndpointUrl(text, { loopback: true });

  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com/',
    'https://hooks.example.com/tillgate?shop=1',
    'https://hooks.example.com?shop=1',
    'https://hooks.example.com:8443/a/b',
    'https://xn--bcher-kva.example/a',
    'https://hooks.example.com./a',
  ])('may be %s', (text) => {
    expect([production(text), sandbox(text)]).toEqual([undefined, undefined]);
  });

  test.each(['http://localhost:4000/hooks', 'http://127.0.0.1:4000', 'http://[::1]:4000/', 'https://localhost/'])(
    'may be %s only in the sandbox',
    (text) => {
      expect(production(text)).toMatch(/^must (begin with https:|have a )/);
      expect(sandbox(text)).toBeUndefined();
    },
  );

  test.each([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://user:pass@hooks.example.com/',
    'https://user@hooks.example.com/',
    'https://HOOKS.example.com/',
    'https://hooks.example.com:443/',
    'https://hooks.example.com/a/../b',
    'https://hooks.example.com/a b',
    'https:hooks.example.com',
    'https://bücher.example/',
    'https://hooks.example.com\\@localhost/',
    'https://intranet/',
    'https://.example.com/',
    'https://hooks..example.com/',
    'https://hooks-.example.com/',
    "https://o'hara.example.com/",
    'https://shop.localhost/',
    'https://localhost./',
    'http://localhost.example.com/',
    'http://127.0.0.2/',
    'https://127.0.0.2/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    '/hooks',
    '',
    `https://hooks.example.com/${'a'.repeat(500)}`,
  ])('is not %s', (text) => {
    expect([production(text), sandbox(text)]).not.toContain(undefined);
  });

  test('is not an address, in any form that parsers read as one', () => {
    const forms = fc.ipV4Extended().filter((text) => URL.canParse(`https://${text}/`));
    fc.assert(
      fc.property(forms, (text) => {
        const { hostname } = new URL(`https://${text}/`);
        expect(production(`https://${text}/`)).toBeDefined();
        expect(production(`https://${hostname}/`)).toBe('must have a host name instead of an address');
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(new SocketAddress({ address: text, family: 'ipv6' }).family).toBe('ipv6');
        expect(production(`https://[${text}]/`)).toBe('must have a host name instead of an address');
      }),
    );
  });
});
