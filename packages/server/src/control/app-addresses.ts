import sql, { raw, type Sql } from 'sql-template-tag';
import { lockApp } from './apps.ts';
import type { AuditEvent } from './audit-log.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { problemOfHostName } from './text.ts';

interface AddressKind {
  readonly noun: string;
  readonly table: Sql;
  readonly column: string;
  /** Maximum number per app. */
  readonly max: number;
  readonly events: Readonly<Record<'added' | 'removed', AuditEvent>>;
  check(text: string): void;
}

class AppAddresses {
  readonly #kind: AddressKind;
  readonly max: number;

  constructor(kind: AddressKind) {
    this.#kind = kind;
    this.max = kind.max;
  }

  async add(tx: ControlTransaction, appId: number, address: string): Promise<void> {
    const { check, max, noun, table, column, events } = this.#kind;
    const { organizationId } = await lockApp(tx, appId);
    const present = await this.list(tx, appId);
    if (present.includes(address)) return;
    check(address);
    const problem = problemOfHostName(new URL(address));
    if (problem) throw new DirectoryError(`The ${noun} ${problem}.`);
    if (present.length >= max) throw new DirectoryError(`An app has at most ${max} ${noun}s; remove one first.`);
    await tx.query(sql`insert into ${table} (app_id, ${raw(column)}, created_at)
      values (${appId}, ${address}, ${tx.timestamp})`);
    await tx.audit(events.added, { organizationId, appId, details: { [column]: address } });
  }

  async remove(tx: ControlTransaction, appId: number, address: string): Promise<void> {
    const { noun, table, column, events } = this.#kind;
    const { organizationId } = await lockApp(tx, appId);
    await tx.require(
      sql`delete from ${table} where app_id = ${appId} and ${raw(column)} = ${address} returning app_id`,
      `The app ${appId} has no ${noun} ${address}.`,
    );
    await tx.audit(events.removed, { organizationId, appId, details: { [column]: address } });
  }

  async list(tx: ControlTransaction, appId: number): Promise<string[]> {
    const { table, column } = this.#kind;
    const rows = await tx.query<{ address: string }>(sql`select ${raw(column)} as address from ${table}
      where app_id = ${appId} order by created_at, ${raw(column)}`);
    return rows.map(({ address }) => address);
  }
}

/** True if the address is on the visitor's own machine. */
export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1'].includes(hostname);

function problemOfScheme(url: URL): string | undefined {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  return 'must begin with https://, or with http:// on localhost or 127.0.0.1';
}

const MAX_REDIRECT_URI_LENGTH = 512;

/** Throws a DirectoryError for a URI that cannot be registered. It is matched exactly, so it is stored unchanged. */
export function checkRedirectUri(text: string): void {
  const problem =
    problemOfText(text) ?? (URL.canParse(text) ? problemOfUrl(text, new URL(text)) : 'must be an absolute URI');
  if (problem) throw new DirectoryError(`The redirect URI ${problem}.`);
}

function problemOfText(text: string): string | undefined {
  if (text.length > MAX_REDIRECT_URI_LENGTH) return `must be at most ${MAX_REDIRECT_URI_LENGTH} characters long`;
  if (!/^[!-~]+$/.test(text)) return 'must contain only printable ASCII characters and no spaces';
  if (text.includes('*')) return 'must not have a wildcard';
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('\\')) return 'must not have a backslash, which browsers treat as a slash';
  if (/%(?![\dA-Fa-f]{2})/.test(text)) return 'must have two hexadecimal digits after each percent sign';
  return undefined;
}

function problemOfUrl(text: string, url: URL): string | undefined {
  const { protocol, origin, href } = url;
  if (!text.startsWith(`${protocol}//`)) return 'must be an absolute URI whose scheme and host are in lower case';
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return 'must not have a user name or password';
  const problem = problemOfScheme(url);
  if (problem) return problem;
  // Browsers add the path `/` to a bare origin. Only that difference is accepted.
  const complete = /^[^/]*\/\/[^/?]*(?=\?|$)/.test(text) ? text.replace(origin, `${origin}/`) : text;
  return complete === href ? undefined : `must be in the form that browsers send: ${href}`;
}

/** Parameters of redirects, which must not occur twice (RFC 6749 §3.1). */
const ADDED = ['code', 'state', 'error', 'iss', 'merchant_id'];

/** Addresses to which a person is redirected with an app's code (redirects.registration). */
export const APP_REDIRECT_URIS = new AppAddresses({
  noun: 'redirect URI',
  table: raw('control.redirect_uris'),
  column: 'uri',
  max: 5,
  events: { added: 'app.redirect_uri_added', removed: 'app.redirect_uri_removed' },
  /** Also rejects parameters that redirects add. URIs registered before this rule keep working and can be removed. */
  check(text) {
    checkRedirectUri(text);
    const { searchParams } = new URL(text);
    const added = ADDED.find((name) => searchParams.has(name));
    if (added) throw new DirectoryError(`The redirect URI must not have ${added} in its query, which redirects add.`);
  },
});

const MAX_ORIGIN_LENGTH = 255;

/** Throws a DirectoryError for an origin that cannot be registered. It must equal the `Origin` that browsers send. */
export function checkOrigin(text: string): void {
  const problem = problemOfOrigin(text);
  if (problem) throw new DirectoryError(`The origin ${problem}.`);
}

function problemOfOrigin(text: string): string | undefined {
  if (text.length > MAX_ORIGIN_LENGTH) return `must be at most ${MAX_ORIGIN_LENGTH} characters long`;
  if (text.includes('*')) return 'must not have a wildcard';
  if (!URL.canParse(text)) return 'must be a scheme and a host, such as https://shop.example';
  const { origin } = new URL(text);
  const problem = problemOfScheme(new URL(text));
  return problem ?? (text === origin ? undefined : `must be in the form that browsers send, without a path: ${origin}`);
}

/** Origins whose pages may call the API for an app (cors.registered). */
export const APP_ORIGINS = new AppAddresses({
  noun: 'origin',
  table: raw('control.app_origins'),
  column: 'origin',
  max: 5,
  events: { added: 'app.origin_added', removed: 'app.origin_removed' },
  check: checkOrigin,
});
