import type { Pool } from 'pg';
import type { AuditEvent } from '../audit-events.ts';
import { instant, type Page, type PageRequest, readPage } from '../page.ts';

/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly event: AuditEvent;
  readonly organizationId: number | null;
  readonly appId: number | null;
  readonly companyId: number | null;
  readonly userId: number | null;
  readonly source: string | null;
  readonly correlationId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditFilter {
  readonly event?: AuditEvent | undefined;
  readonly organizationId?: number | undefined;
  readonly appId?: number | undefined;
  readonly companyId?: number | undefined;
  readonly userId?: number | undefined;
  /** Instants: `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Entries of the audit log, newest first. */
export const listAuditEntries = (db: Pool, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> =>
  readPage(
    db,
    {
      key: 'id',
      descending: true,
      columns: `id, ${instant('at')} as at, event, organization_id as "organizationId", app_id as "appId",
        company_id as "companyId", user_id as "userId", source, correlation_id as "correlationId", details`,
      from: 'control.audit_log',
    },
    {
      'event = $': filter.event,
      'organization_id = $': filter.organizationId,
      'app_id = $': filter.appId,
      'company_id = $': filter.companyId,
      'user_id = $': filter.userId,
      'at >= $': filter.since,
      'at < $': filter.until,
    },
    page,
  );
