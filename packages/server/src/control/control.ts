import type { PoolClient } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import { retrying, transaction } from '../database/transaction.ts';
import { type Clock, toTimestamp } from '../process/time.ts';
import type { AuditEvent } from './audit-log.ts';
import { DirectoryError } from './errors.ts';

/** Author and source of a change. */
export interface Origin {
  readonly userId?: number;
  /** Source address, or another source such as `command line`. */
  readonly source: string;
  readonly correlationId?: string;
  /** Runs first in each transaction of the change. May reject it. */
  readonly begin?: ((tx: ControlTransaction) => Promise<void>) | undefined;
}

export interface AuditSubject {
  readonly organizationId?: number;
  readonly appId?: number;
  readonly companyId?: number;
  readonly userId?: number;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Notice to a developer that deliveries to an app's webhook endpoint have stopped. */
export interface EndpointNotice {
  readonly userId: number;
  readonly about: 'webhookDisabled';
  readonly at: string;
  readonly appId: number;
  readonly app: string;
  /** Without its query. */
  readonly url: string;
  readonly because: 'gone' | 'failing';
}

export interface LoginNotice {
  readonly userId: number;
  readonly about:
    | 'passwordChanged'
    | 'passwordReset'
    | 'secondFactorOn'
    | 'secondFactorOff'
    | 'recoveryCodesReplaced'
    | 'recoveryCodeUsed'
    | 'emailChanged';
  readonly at: string;
  /** Recipient, if different from the person's current address. */
  readonly email?: string;
}

export type Notice = LoginNotice | EndpointNotice;

/** A transaction of the control plane. Everything in it commits together, including its audit entries. */
export class ControlTransaction {
  readonly #client: PoolClient;
  readonly #origin: Origin;
  readonly notices: Notice[] = [];
  /** Instant of this transaction, in milliseconds since 1970. */
  readonly now: number;

  constructor(client: PoolClient, now: number, origin: Origin) {
    this.#client = client;
    this.#origin = origin;
    this.now = now;
  }

  /** The signed-in person who makes the change, if any. */
  get userId(): number | undefined {
    return this.#origin.userId;
  }

  get timestamp(): string {
    return toTimestamp(this.now);
  }

  async query<Row extends object>(statement: Sql | string, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#client.query<Row>(statement, values && [...values])).rows;
  }

  async one<Row extends object>(statement: Sql | string, values?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.query<Row>(statement, values))[0];
  }

  /** Returns the first row. Throws a DirectoryError with the message if there is none. */
  async require<Row extends object>(statement: Sql, message: string): Promise<Row> {
    const row = await this.one<Row>(statement);
    if (row) return row;
    throw new DirectoryError(message);
  }

  /** Runs an insert that returns the new row's id. */
  async insert(statement: Sql): Promise<number> {
    return ((await this.one<{ id: number }>(statement)) as { id: number }).id;
  }

  /** Counts rows; `rows` is the statement from its `from` clause onwards, without the word `from`. */
  async count(rows: Sql): Promise<number> {
    return ((await this.one<{ n: number }>(sql`select count(*)::int as n from ${rows}`)) as { n: number }).n;
  }

  notify(notice: Omit<LoginNotice, 'at'> | Omit<EndpointNotice, 'at'>): void {
    this.notices.push({ ...notice, at: this.timestamp });
  }

  async audit(event: AuditEvent, subject: AuditSubject): Promise<void> {
    await this.query(
      `insert into ${AUDIT_LOG} values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      auditEntry(this.now, event, this.#origin, subject),
    );
  }
}

/** Table and columns of the audit log, for statements that change and log in one step. */
export const AUDIT_LOG =
  'control.audit_log (at, event, organization_id, app_id, company_id, user_id, source, correlation_id, details)';

/** Values of an entry, in column order. */
export const auditEntry = (now: number, event: AuditEvent, origin: Origin, subject: AuditSubject): unknown[] => [
  toTimestamp(now),
  event,
  subject.organizationId ?? null,
  subject.appId ?? null,
  subject.companyId ?? null,
  subject.userId ?? origin.userId ?? null,
  origin.source,
  origin.correlationId ?? null,
  JSON.stringify(subject.details ?? {}),
];

export interface Control {
  readonly pool: DatabasePool;
  readonly clock: Clock;
  /** Sends notices; absent if mail cannot be sent. */
  readonly announce?: ((notice: Notice) => void) | undefined;
}

/** Changes the control plane in one transaction. `work` is retried after a deadlock or a lost connection. */
export async function changeControl<T>(
  { pool, clock, announce }: Control,
  origin: Origin,
  work: (tx: ControlTransaction) => Promise<T>,
): Promise<T> {
  const { result, notices } = await retrying(() =>
    transaction(pool, async (client) => {
      const tx = new ControlTransaction(client, clock(), origin);
      await origin.begin?.(tx);
      return { result: await work(tx), notices: tx.notices };
    }),
  );
  if (announce) for (const notice of notices) announce(notice);
  return result;
}
