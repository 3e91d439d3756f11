import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Logger } from 'pino';
import sql, { raw } from 'sql-template-tag';
import type { Finding } from '../database/inspect.ts';
import type { DatabasePool } from '../database/pool.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import type { Control } from './control.ts';
import { DirectoryError } from './errors.ts';
import { rowsOf } from './page.ts';

/** A source address that trusted proxies did not report. It matches no allowlist and shares a bucket of each limit. */
export const UNKNOWN_SOURCE = 'unknown';

/**
 * Source address of a request: the socket's address or, with `trustedProxies` proxies, the
 * X-Forwarded-For entry added by the outermost of them. Entries from the client are never trusted, and the address of a
 * proxy never stands in for a missing entry. Clients on this machine may connect without a proxy.
 */
export function sourceAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, trustedProxies: number): string {
  const socket = plain(request.socket.remoteAddress ?? '');
  const entries = forwardedEntries(request.headers);
  if (trustedProxies === 0 || (entries.length === 0 && isLoopbackAddress(socket))) return socket;
  // Some proxies write `203.0.113.7:51234` or `[2001:db8::1]:443`.
  const entry = entries.at(-trustedProxies) ?? '';
  const [, bracketed, bare] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  const claimed = plain(bracketed ?? bare ?? entry);
  return isIP(claimed) ? claimed : UNKNOWN_SOURCE;
}

/** Entries of X-Forwarded-For. Each proxy appends one. */
export function forwardedEntries(headers: IncomingHttpHeaders): string[] {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return [];
  const entries = [header].flat().join(',').split(',');
  return entries.map((entry) => entry.trim());
}

export const isLoopbackAddress = (address: string): boolean => /^127\.[\d.]+$|^::1$/.test(plain(address));

/** IPv4 addresses as sockets write them. Clients also send other forms. */
const MAPPED = /^::ffff:([\d.]+)$/;

/** An address without its zone. IPv4 in an IPv6 socket becomes IPv4 (RFC 4291 §2.5.5.2). */
function plain(text: string): string {
  const [, mapped = ''] = MAPPED.exec(text) ?? [];
  if (isIP(mapped) === 4) return mapped;
  const [address = ''] = text.split('%');
  if (isIP(address) !== 6) return text;
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonicalIPv6(address)) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Lower-case hexadecimal groups, with the longest run of zeros as `::` (RFC 5952 §4). */
const canonicalIPv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

const GROUPS = 8;

/** An IPv4 address, or the /64 network of an IPv6 address, all of which one subscriber controls (RFC 6177 §2). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = canonicalIPv6(address).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array(GROUPS - (first?.length ?? 0) - (last?.length ?? 0)).fill('0');
  return `${[...(first ?? []), ...zeros, ...(last ?? [])].slice(0, GROUPS / 2).join(':')}::/64`;
}

export function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

export function allowlist(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export const allows = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const MAX_ENTRIES = 50;

/** Throws a DirectoryError unless every entry is an address or a CIDR range. */
export function checkAllowlist(entries: readonly string[]): void {
  if (entries.length > MAX_ENTRIES) throw new DirectoryError(`An allowlist has at most ${MAX_ENTRIES} entries.`);
  for (const entry of entries) {
    if (!isAddressOrRange(entry)) throw new DirectoryError(`${entry} is neither an IP address nor a CIDR range.`);
  }
}

/** Minimum interval between the writes of unknown sources by a process. */
const INTERVAL = 60 * 60 * 1000;

/**
 * Reports requests whose source address is unknown: logs the first, and stores the last for `tillgate doctor`. The
 * entries themselves are never logged, since a client can write anything into them.
 */
export function reportUnknownSources(host: 'api' | 'web', { pool, clock }: Control, log: Logger) {
  let storedAt: number | undefined;
  return function reportUnknownSource(facts: { readonly entries: number; readonly trustedProxies: number }): void {
    const now = clock();
    if (storedAt === undefined) log.warn({ host, ...facts }, `the source address of a request is unknown. ${FIX}`);
    else if (Math.abs(now - storedAt) < INTERVAL) return;
    storedAt = now;
    pool
      .query(sql`insert into control.unknown_sources as present (host, seen_at) values (${host}, ${toTimestamp(now)})
        on conflict (host) do update set seen_at = greatest(present.seen_at, excluded.seen_at)`)
      .catch((err) => log.warn({ err }, 'an unknown source address could not be stored'));
  };
}

const FIX =
  'Let each proxy add the address of its client to X-Forwarded-For, and set TRUST_PROXY to the number of proxies.';

/** Finds hosts with unknown sources in the last day. An unavailable control plane is reported by another finding. */
export async function inspectSources(pool: DatabasePool, now: number): Promise<Finding[]> {
  const recent = sql`select host, ${raw(instant('seen_at'))} as "seenAt" from control.unknown_sources
    where seen_at > ${toTimestamp(now)}::timestamptz - interval '1 day' order by host`;
  const rows = await rowsOf<{ host: string; seenAt: string }>(pool, recent).catch(() => []);
  return rows.map(({ host, seenAt }) => ({
    check: `source addresses (${host})`,
    status: 'warning',
    found: `unknown at ${seenAt}, when X-Forwarded-For did not have what TRUST_PROXY expects; such requests pass no allowlist and share each limit`,
    fix: FIX,
  }));
}
