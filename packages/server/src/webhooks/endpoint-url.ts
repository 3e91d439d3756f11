import { BlockList, isIP } from 'node:net';
import { problemOfHostName } from '../control/text.ts';

/** Blocks that are not reachable globally (the IANA registries of special-purpose addresses), or not by everyone. */
const SPECIAL = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    // Link-local, with the metadata services of clouds.
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    // Azure's own services, which every virtual machine there reaches.
    '168.63.129.16/32',
  ],
  // Inside GLOBAL. 6to4 and Teredo addresses contain an IPv4 address.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const;

/** The only IPv6 block with globally assigned host addresses (RFC 4291 §2.4). */
const GLOBAL = blocks('ipv6', ['2000::/3']);

const NOT_PUBLIC = { ipv4: blocks('ipv4', SPECIAL.ipv4), ipv6: blocks('ipv6', SPECIAL.ipv6) };

function blocks(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** True for an address that a host on the internet can have. False for any other text, and for IPv4 inside IPv6. */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  if (family === 4) return !NOT_PUBLIC.ipv4.check(text, 'ipv4');
  if (family !== 6 || text.includes('%')) return false;
  return GLOBAL.check(text, 'ipv6') && !NOT_PUBLIC.ipv6.check(text, 'ipv6');
}

/** Hosts of URLs that are the sender's own machine, with their addresses. */
const LOOPBACK: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  '127.0.0.1': ['127.0.0.1'],
  '::1': ['::1'],
};

/** Addresses of a loopback host; undefined for any other. IPv6 is accepted with brackets, as in URLs. */
export const loopbackAddresses = (host: string): readonly string[] | undefined =>
  Object.hasOwn(LOOPBACK, bare(host)) ? LOOPBACK[bare(host)] : undefined;

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

const MAX_LENGTH = 512;

/** The rule that the URL of an endpoint breaks, if any. With `loopback`, it may be on the server's own machine. */
export function problemOfEndpointUrl(text: string, { loopback }: { readonly loopback: boolean }): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[!-~]+$/.test(text)) return 'must contain only printable ASCII characters and no spaces';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username || url.password) return 'must not have a user name or password';
  if (text.includes('#')) return 'must not have a fragment';
  const problem = problemOfHost(url, loopback) ?? problemOfHostName(url);
  if (problem) return problem;
  // Only the form that parsers produce is accepted, so that all of them read the same host.
  const { href, pathname, search, origin } = url;
  const isNormal = text === href || (pathname === '/' && text === origin + search);
  return isNormal ? undefined : `must be in its normal form: ${href}`;
}

function problemOfHost({ protocol, hostname }: URL, loopback: boolean): string | undefined {
  if (loopback && (protocol === 'http:' || protocol === 'https:') && loopbackAddresses(hostname)) return undefined;
  if (protocol !== 'https:') {
    return loopback
      ? 'must begin with https://, or with http:// on localhost or 127.0.0.1'
      : 'must begin with https://';
  }
  if (isIP(bare(hostname)) !== 0) return 'must have a host name instead of an address';
  if (!/[^.]\.[^.]/.test(hostname) || /(^|\.)localhost\.?$/.test(hostname)) return 'must have a public host name';
  return undefined;
}
