import type { AuditEvent } from '../audit-events.ts';
import { instant, type ListSource } from '../page.ts';

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

/** Newest first. */
export const AUDIT_LOG_ENTRIES: ListSource = {
  key: 'id',
  descending: true,
  columns: `id, ${instant('at')} as at, event, organization_id as "organizationId", app_id as "appId",
    company_id as "companyId", user_id as "userId", source, correlation_id as "correlationId", details`,
  from: 'control.audit_log',
};
