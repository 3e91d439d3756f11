/** An app's access to a merchant, granted or requested. */
export interface Grant {
  readonly appId: number;
  readonly app: string;
  readonly organizationId: number;
  readonly companyId: number;
}

export const GRANT_COLUMNS = `a.id as "appId", a.name as app, a.organization_id as "organizationId", m.company_id as "companyId"`;

export interface GrantFilter {
  readonly organizationId?: number | undefined;
  readonly appId?: number | undefined;
  readonly companyId?: number | undefined;
}

/** Conditions on `control.apps a` and `control.merchants m`. */
export const ofGrant = ({ organizationId, appId, companyId }: GrantFilter) => ({
  'a.organization_id = $': organizationId,
  'a.id = $': appId,
  'm.company_id = $': companyId,
});
