import { lockMerchant } from '../merchants/merchants.ts';
import { instant } from '../page.ts';
import { type Invitation, Invitations, MAX_INVITATIONS, type OpenInvitation } from './invitations.ts';
import { addDeveloper, type DeveloperRole, lockOrganization } from './staff.ts';
import { addMember, type Role, roleAt } from './users.ts';

interface OfMerchant {
  readonly companyId: number;
  readonly merchant: string;
}

interface OfOrganization {
  readonly organizationId: number;
  readonly organization: string;
}

export interface MemberInvitation extends Invitation<Role>, Pick<OfMerchant, 'companyId'> {
  readonly createdAt: string;
}

export interface DeveloperInvitation extends Invitation<DeveloperRole>, Pick<OfOrganization, 'organizationId'> {}

export interface OpenMemberInvitation extends OpenInvitation<Role>, OfMerchant {}
export interface OpenDeveloperInvitation extends OpenInvitation<DeveloperRole>, OfOrganization {}

/** Invitations to join a merchant. */
export const MEMBER_INVITATIONS = new Invitations<MemberInvitation, OfMerchant, Role>({
  invitations: 'control.invitations',
  people: 'control.memberships',
  idColumn: 'company_id',
  columns: `company_id as "companyId", email, role, ${instant('created_at')} as "createdAt"`,
  joinable: 'select company_id as id, name from control.merchants where active',
  events: { created: 'invitation.created', withdrawn: 'invitation.withdrawn' },
  subjectOf: (companyId) => ({ companyId }),
  nameOf: (companyId, merchant) => ({ companyId, merchant }),
  lock: async (tx, companyId) => (await lockMerchant(tx, companyId)).name,
  /** Leaves the role of someone who already belongs to the merchant unchanged. */
  async join(tx, userId, companyId, role) {
    await lockMerchant(tx, companyId);
    if ((await roleAt(tx, userId, companyId)) === undefined) await addMember(tx, userId, companyId, role);
    await tx.audit('invitation.accepted', { companyId, userId });
  },
  refusals: {
    member: (companyId, email) => `${email} is already a user of merchant ${companyId}; change their role instead.`,
    many: (companyId) =>
      `Merchant ${companyId} has ${MAX_INVITATIONS} open invitations; withdraw one, or wait until one is accepted or expires.`,
  },
});

/** Invitations to join an organization. */
export const DEVELOPER_INVITATIONS = new Invitations<DeveloperInvitation, OfOrganization, DeveloperRole>({
  invitations: 'control.developer_invitations',
  people: 'control.developers',
  idColumn: 'organization_id',
  columns: 'organization_id as "organizationId", email, role',
  joinable: 'select id, name from control.organizations',
  events: { created: 'developer.invited', withdrawn: 'developer.invitation_withdrawn' },
  subjectOf: (organizationId) => ({ organizationId }),
  nameOf: (organizationId, organization) => ({ organizationId, organization }),
  lock: lockOrganization,
  join: addDeveloper,
  refusals: {
    member: (_, email) => `${email} is already one of the organization's people.`,
    many: () => `An organization has at most ${MAX_INVITATIONS} open invitations; withdraw one first.`,
  },
});
