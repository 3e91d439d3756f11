import { optional, strictObject } from 'valibot';
import { email, id, nameOf, oneOf, PAGING, search } from '../control/input.ts';
import { DEVELOPER_INVITATIONS } from '../control/invitations.ts';
import {
  addDeveloper,
  addOperator,
  changeDeveloperRole,
  createOrganization,
  DEVELOPER_ROLES,
  DEVELOPERS,
  type DeveloperRole,
  type DeveloperSummary,
  OPERATORS,
  ORGANIZATIONS,
  type OrganizationSummary,
  organizationName,
  removeDeveloper,
  removeOperator,
  renameOrganization,
  type StaffMember,
} from '../control/organizations.ts';
import { contains, readOne } from '../control/page.ts';
import { loginFor, type Role } from '../control/users.ts';
import { changing, doing, FOR_DEVELOPERS, listing, reading } from './operation.ts';

const name = nameOf('an organization');
const ADMIN = { actors: ['operator', 'admin'] } as const;
const developerRole = oneOf(DEVELOPER_ROLES);
const person = { email, name: optional(nameOf('a person')) };

export const PERSON = { USER: 'userId', 'E-MAIL': 'email', NAME: 'name' } as const;
export const INVITATION = { ID: 'invitationId', 'E-MAIL': 'email', ROLE: 'role', EXPIRES: 'expiresAt' } as const;

export const ARTICLES: Readonly<Record<Role | DeveloperRole, string>> = {
  owner: 'an owner',
  employee: 'an employee',
  admin: 'an admin',
  developer: 'a developer',
};

export const withdrawn = ({ invitationId }: { readonly invitationId: number }) =>
  `Withdrew invitation ${invitationId}.`;

export const ORGANIZATION_OPERATIONS = {
  'organization.list': reading({
    summary: 'List organizations, which own apps and sandbox merchants.',
    actors: ['operator'],
    ...listing<OrganizationSummary>(ORGANIZATIONS)({ search: [optional(search), contains('o.name')] }),
    columns: {
      ID: 'organizationId',
      NAME: 'name',
      APPS: 'apps',
      'SANDBOX MERCHANTS': 'sandboxMerchants',
      DEVELOPERS: 'developers',
    },
    fields: { search: { label: 'Name' } },
  }),
  'organization.show': reading({
    summary: 'Show an organization.',
    ...FOR_DEVELOPERS,
    input: strictObject({ organizationId: id }),
    read: (pool, { organizationId: id }) =>
      readOne<OrganizationSummary>(pool, ORGANIZATIONS, { 'o.id = $': id }, `No such organization: ${id}.`),
  }),
  'organization.create': changing({
    summary: 'Create an organization.',
    actors: ['operator'],
    input: strictObject({ name }),
    change: async (tx, input) => ({
      organizationId: await createOrganization(tx, input.name),
      name: organizationName(input.name),
    }),
    command: { args: ['name'] },
    done: ({ organizationId, name }) => `Created organization ${organizationId}, ${name}.`,
  }),
  'organization.update': doing({
    summary: 'Rename an organization.',
    ...ADMIN,
    input: strictObject({ organizationId: id, name }),
    change: (tx, input) => renameOrganization(tx, input.organizationId, input.name),
    done: ({ organizationId, name }) => `Renamed organization ${organizationId} to ${name}.`,
  }),
  'developer.list': reading({
    summary: "List an organization's developers.",
    ...FOR_DEVELOPERS,
    ...listing<DeveloperSummary>(DEVELOPERS)({ organizationId: [id, 's.organization_id = $'] }),
    columns: { ...PERSON, SINCE: 'since', ROLE: 'role' },
  }),
  'developer.add': changing({
    summary: "Add a developer or an admin to an organization. A new person's password is shown once.",
    actors: ['operator'],
    input: strictObject({ organizationId: id, role: optional(developerRole, 'admin'), ...person }),
    async change(tx, { organizationId, role, ...given }) {
      const { id: userId, ...login } = await loginFor(tx, given);
      await addDeveloper(tx, userId, organizationId, role);
      return { userId, organizationId, role, ...login };
    },
    fields: {
      email: { label: 'E-mail' },
      name: { hint: 'Required for a person without a login.', help: 'required for a new user' },
      role: 'admins look after people too',
    },
    command: { options: ['email', 'name', 'role'] },
    done: ({ userId, email, role, organizationId }) =>
      `Added user ${userId}, ${email}, as ${ARTICLES[role]} of organization ${organizationId}.`,
  }),
  'developer.update': doing({
    summary: 'Make a developer an admin, or the reverse.',
    ...ADMIN,
    input: strictObject({ organizationId: id, userId: id, role: developerRole }),
    change: (tx, input) => changeDeveloperRole(tx, input.userId, input.organizationId, input.role),
    fields: { userId: 'id of the developer' },
    done: ({ userId, role, organizationId }) =>
      `Made user ${userId} ${ARTICLES[role]} of organization ${organizationId}.`,
  }),
  'developer-invitation.create': changing({
    summary: 'Invite a person to an organization by a link, which is shown once and works for seven days.',
    ...ADMIN,
    input: strictObject({ organizationId: id, email, role: optional(developerRole, 'developer') }),
    async change(tx, { organizationId, ...person }, { webUrl }) {
      const { code, ...invitation } = await DEVELOPER_INVITATIONS.invite(tx, organizationId, person);
      return { ...invitation, link: `${webUrl}/console/invitations/${code}` };
    },
    fields: { email: { label: 'E-mail address' } },
    command: { path: 'developer invite' },
    done: ({ email, organization }) => `Invited ${email} to ${organization}.`,
  }),
  'developer-invitation.list': reading({
    summary: 'List the open invitations of an organization.',
    ...ADMIN,
    input: strictObject({ organizationId: id, ...PAGING }),
    read: (pool, { organizationId, ...page }, { control }) =>
      DEVELOPER_INVITATIONS.list(pool, organizationId, page, control.clock()),
    columns: INVITATION,
    command: { path: 'developer invitations' },
  }),
  'developer-invitation.withdraw': doing({
    summary: 'Withdraw an invitation to an organization. Its link ends at once.',
    ...ADMIN,
    input: strictObject({ organizationId: id, invitationId: id }),
    change: (tx, input) => DEVELOPER_INVITATIONS.withdraw(tx, input.organizationId, input.invitationId),
    command: { path: 'developer withdraw-invitation' },
    done: withdrawn,
  }),
  'developer.remove': doing({
    summary: 'Remove a developer or an admin from an organization. Their login stays.',
    ...ADMIN,
    input: strictObject({ organizationId: id, userId: id }),
    change: (tx, input) => removeDeveloper(tx, input.userId, input.organizationId),
    fields: { userId: 'id of the developer' },
    asks: ({ userId, organizationId }) => ({
      title: `Remove ${userId} from ${organizationId}?`,
      effect: 'They lose access to its apps and sandbox merchants immediately. Only a new invitation can undo this.',
      submit: 'Remove',
    }),
    done: ({ userId, organizationId }) =>
      `Removed user ${userId} from the developers of organization ${organizationId}.`,
  }),
  'operator.list': reading({
    summary: 'List the operators of the service.',
    actors: ['operator'],
    ...listing<StaffMember>(OPERATORS)({}),
    columns: { ...PERSON, SINCE: 'since' },
  }),
  'operator.add': changing({
    summary: "Add an operator. A new person's password is shown once.",
    actors: ['operator'],
    input: strictObject(person),
    async change(tx, given) {
      const { id: userId, ...login } = await loginFor(tx, given);
      await addOperator(tx, userId);
      return { userId, ...login };
    },
    fields: {
      email: { label: 'E-mail' },
      name: {
        hint: 'Required for a person without a login. You get a link for them to choose a password.',
        help: 'required for a new user',
      },
    },
    done: ({ userId, email }) => `Added user ${userId}, ${email}, as an operator.`,
  }),
  'operator.remove': doing({
    summary: 'Remove an operator. Their login stays.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: (tx, input) => removeOperator(tx, input.userId),
    fields: { userId: 'id of the operator' },
    asks: ({ userId }) => ({
      title: `Remove ${userId} from the operators?`,
      effect: 'They can no longer open the pages of operators. The login and its other roles stay.',
      submit: 'Remove',
    }),
    done: ({ userId }) => `Removed user ${userId} from the operators.`,
  }),
} as const;
