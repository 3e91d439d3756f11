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
  /** Names of what it is about. Only operators are told. */
  readonly names?: Names;
}

type Names = Readonly<Record<'organization' | 'app' | 'merchant' | 'person', string | null>>;

/** Newest first. */
export const AUDIT_LOG_ENTRIES: ListSource = {
  key: 'id',
  descending: true,
  columns: `id, ${instant('at')} as at, event, organization_id as "organizationId", app_id as "appId",
    company_id as "companyId", user_id as "userId", source, correlation_id as "correlationId", details`,
  from: 'control.audit_log',
};

/** The same entries with names. */
export const NAMED_ENTRIES: ListSource = {
  ...AUDIT_LOG_ENTRIES,
  columns: `${AUDIT_LOG_ENTRIES.columns}, json_build_object(
    'organization', (select name from control.organizations where id = audit_log.organization_id),
    'app', (select name from control.apps where id = audit_log.app_id),
    'merchant', (select name from control.merchants m where m.company_id = audit_log.company_id),
    'person', (select name from control.users where id = audit_log.user_id)) as names`,
};
