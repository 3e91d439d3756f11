import { optional, strictObject } from 'valibot';
import { email, id, nameOf, oneOf, PAGING, search } from '../control/input.ts';
import { DEVELOPER_INVITATIONS } from '../control/invitations.ts';
import { loginFor } from '../control/logins.ts';
import {
  addDeveloper,
  addOperator,
  changeDeveloperRole,
  createOrganization,
  DEVELOPER_ROLES,
  DEVELOPERS,
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
import { contains, readOne, readPage } from '../control/page.ts';
import { changing, doing, FOR_DEVELOPERS, reading } from './operation.ts';

const name = nameOf('an organization');
/** Operations for the admins of an organization. */
const ADMIN = { actors: ['operator', 'admin'] } as const;
const developerRole = oneOf(DEVELOPER_ROLES);
const person = { email, name: optional(nameOf('a person')) };

/** Operations on organizations, their developers, and the operators of the service. */
export const ORGANIZATION_OPERATIONS = {
  'organization.list': reading({
    summary: 'List organizations, which own apps and sandbox merchants.',
    actors: ['operator'],
    input: strictObject({ search: optional(search), ...PAGING }),
    read: (pool, { search, ...page }) =>
      readPage<OrganizationSummary>(pool, ORGANIZATIONS, { [contains('o.name')]: search }, page),
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
  }),
  'organization.update': doing({
    summary: 'Rename an organization.',
    ...ADMIN,
    input: strictObject({ organizationId: id, name }),
    change: (tx, input) => renameOrganization(tx, input.organizationId, input.name),
  }),
  'developer.list': reading({
    summary: "List an organization's developers.",
    ...FOR_DEVELOPERS,
    input: strictObject({ organizationId: id, ...PAGING }),
    read: (pool, { organizationId, ...page }) =>
      readPage<DeveloperSummary>(pool, DEVELOPERS, { 's.organization_id = $': organizationId }, page),
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
  }),
  'developer.remove': doing({
    summary: 'Remove a developer or an admin from an organization. Their login stays.',
    ...ADMIN,
    input: strictObject({ organizationId: id, userId: id }),
    change: (tx, input) => removeDeveloper(tx, input.userId, input.organizationId),
  }),
  'developer.update': doing({
    summary: 'Make a developer an admin, or the reverse.',
    ...ADMIN,
    input: strictObject({ organizationId: id, userId: id, role: developerRole }),
    change: (tx, input) => changeDeveloperRole(tx, input.userId, input.organizationId, input.role),
  }),
  'developer-invitation.list': reading({
    summary: 'List the open invitations of an organization.',
    ...ADMIN,
    input: strictObject({ organizationId: id, ...PAGING }),
    read: (pool, { organizationId, ...page }, { control }) =>
      DEVELOPER_INVITATIONS.list(pool, organizationId, page, control.clock()),
  }),
  'developer-invitation.create': changing({
    summary: 'Invite a person to an organization by a link, which is shown once and works for seven days.',
    ...ADMIN,
    input: strictObject({ organizationId: id, email, role: optional(developerRole, 'developer') }),
    async change(tx, { organizationId, ...person }, { webUrl }) {
      const { code, ...invitation } = await DEVELOPER_INVITATIONS.invite(tx, organizationId, person);
      return { ...invitation, link: `${webUrl}/console/invitations/${code}` };
    },
  }),
  'developer-invitation.withdraw': doing({
    summary: 'Withdraw an invitation to an organization. Its link ends at once.',
    ...ADMIN,
    input: strictObject({ organizationId: id, invitationId: id }),
    change: (tx, input) => DEVELOPER_INVITATIONS.withdraw(tx, input.organizationId, input.invitationId),
  }),
  'operator.list': reading({
    summary: 'List the operators of the service.',
    actors: ['operator'],
    input: strictObject(PAGING),
    read: (pool, page) => readPage<StaffMember>(pool, OPERATORS, {}, page),
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
  }),
  'operator.remove': doing({
    summary: 'Remove an operator. Their login stays.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: (tx, input) => removeOperator(tx, input.userId),
  }),
} as const;
