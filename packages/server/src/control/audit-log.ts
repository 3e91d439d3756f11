import { instant } from '../database/statement.ts';
import type { ListSource } from './page.ts';

export const AUDIT_EVENTS = [
  'organization.created',
  'organization.renamed',
  'app.created',
  'app.renamed',
  'app.profile_changed',
  'app.logo_changed',
  'app.redirect_uri_added',
  'app.redirect_uri_removed',
  'app.origin_added',
  'app.origin_removed',
  'app.submitted',
  'app.withdrawn',
  'app.approved',
  'app.rejected',
  'app.listing_approved',
  'app.listing_rejected',
  'app.archived',
  'app.rate_limit_set',
  'app.rehearsal_started',
  'app.callback_forged',
  // No longer written; older entries have it.
  'app.statement_issued',
  'credential.issued',
  'credential.secret_rotated',
  'credential.allowlist_set',
  'credential.changed',
  'credential.revoked',
  'api_key.created',
  'api_key.allowlist_set',
  'api_key.changed',
  'api_key.revoked',
  'webhook.added',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.enabled',
  'webhook.removed',
  'webhook.resynced',
  'merchant.created',
  'merchant.renamed',
  'merchant.cash_rounding_changed',
  'merchant.reset',
  'merchant.scenario_run',
  'merchant.activated',
  'merchant.deactivated',
  'merchant.erased',
  'merchant.move_started',
  'merchant.moved',
  'merchant.move_finished',
  'merchant.move_aborted',
  'user.created',
  'user.changed',
  'user.address_confirmed',
  'user.password_link_created',
  'user.password_link_refused',
  'user.password_reset',
  'user.password_changed',
  'user.second_factor_enabled',
  'user.second_factor_disabled',
  'user.recovery_code_used',
  'user.recovery_codes_replaced',
  'user.removed',
  'membership.set',
  'membership.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.withdrawn',
  'user.sign_up_refused',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'user.sessions_ended',
  'developer.added',
  'developer.removed',
  'developer.role_changed',
  'developer.invited',
  'developer.invitation_withdrawn',
  'operator.added',
  'operator.removed',
  'admin_token.created',
  'admin_token.revoked',
  'consent.approved',
  'consent.refused',
  'code.exchanged',
  'code.replayed',
  'refresh.rotated',
  'refresh.reused',
  'token.revoked',
  'connection.ended',
  'access_request.created',
  'access_request.approved',
  'access_request.replaced',
  'access_request.declined',
  'access_request.revoked',
  'access_request.withdrawn',
  'signing_key.created',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

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
  /** Names of the records and the person in the entry. Only operators see them. */
  readonly names?: Names;
}

type Names = Readonly<Record<'organization' | 'app' | 'merchant' | 'person', string | null>>;

export const AUDIT_LOG_ENTRIES: ListSource = {
  key: 'id',
  descending: true,
  columns: `id, ${instant('at')} as at, event, organization_id as "organizationId", app_id as "appId",
    company_id as "companyId", user_id as "userId", source, correlation_id as "correlationId", details`,
  from: 'control.audit_log',
};

export const NAMED_ENTRIES: ListSource = {
  ...AUDIT_LOG_ENTRIES,
  columns: `${AUDIT_LOG_ENTRIES.columns}, json_build_object(
    'organization', (select name from control.organizations where id = audit_log.organization_id),
    'app', (select name from control.apps where id = audit_log.app_id),
    'merchant', (select name from control.merchants m where m.company_id = audit_log.company_id),
    'person', (select name from control.users where id = audit_log.user_id)) as names`,
};
