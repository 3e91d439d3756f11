import { problemOfHostName } from '../../process/host-names.ts';
import type { AuditEvent } from '../audit-events.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { lockApp } from './apps.ts';

/** A kind of addresses that an app registers. */
interface AddressKind {
  readonly noun: string;
  readonly table: string;
  readonly column: string;
  /** Maximum number per app. */
  readonly max: number;
  readonly events: Readonly<Record<'added' | 'removed', AuditEvent>>;
  /** Throws a DirectoryError for text that cannot be registered. */
  check(text: string): void;
}

/** Registered addresses of one kind. */
export class AppAddresses {
  readonly #kind: AddressKind;

  constructor(kind: AddressKind) {
    this.#kind = kind;
  }

  /** Maximum number per app. */
  get max(): number {
    return this.#kind.max;
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
    const values = [appId, address, tx.timestamp];
    await tx.query(`insert into ${table} (app_id, ${column}, created_at) values ($1, $2, $3)`, values);
    await tx.audit(events.added, { organizationId, appId, details: { [column]: address } });
  }

  async remove(tx: ControlTransaction, appId: number, address: string): Promise<void> {
    const { noun, table, column, events } = this.#kind;
    const { organizationId } = await lockApp(tx, appId);
    await tx.require(
      `delete from ${table} where app_id = $1 and ${column} = $2 returning app_id`,
      [appId, address],
      `The app ${appId} has no ${noun} ${address}.`,
    );
    await tx.audit(events.removed, { organizationId, appId, details: { [column]: address } });
  }

  async list(tx: ControlTransaction, appId: number): Promise<string[]> {
    const { table, column } = this.#kind;
    const rows = await tx.query<{ address: string }>(
      `select ${column} as address from ${table} where app_id = $1 order by created_at, ${column}`,
      [appId],
    );
    return rows.map(({ address }) => address);
  }
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1']);

/** True if the address is on the visitor's own machine. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK_HOSTS.has(hostname);

/** The rule broken by the address's scheme, if any. */
export function problemOfScheme(url: URL): string | undefined {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  return 'must begin with https://, or with http:// on localhost or 127.0.0.1';
}
