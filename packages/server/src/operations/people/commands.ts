import type { DeveloperRole } from '../../control/organizations.ts';
import type { Role, UserDescription } from '../../control/users.ts';
import { command } from '../command.ts';
import { fields } from '../text.ts';

const PERSON = { USER: 'userId', 'E-MAIL': 'email', NAME: 'name' } as const;
const INVITATION = { ID: 'invitationId', 'E-MAIL': 'email', ROLE: 'role', EXPIRES: 'expiresAt' } as const;
const NEW_PERSON = { name: 'required for a new user' };

const ARTICLES: Readonly<Record<Role | DeveloperRole, string>> = {
  owner: 'an owner',
  employee: 'an employee',
  admin: 'an admin',
  developer: 'a developer',
};

const withdrawn = ({ invitationId }: { readonly invitationId: number }) => `Withdrew invitation ${invitationId}.`;

export const ORGANIZATION_COMMANDS = [
  command('organization list', 'organization.list', {
    columns: {
      ID: 'organizationId',
      NAME: 'name',
      APPS: 'apps',
      'SANDBOX MERCHANTS': 'sandboxMerchants',
      DEVELOPERS: 'developers',
    },
  }),
  command('organization show', 'organization.show'),
  command('organization create', 'organization.create', {
    args: ['name'],
    done: ({ organizationId, name }) => `Created organization ${organizationId}, ${name}.`,
  }),
  command('organization update', 'organization.update', {
    done: ({ organizationId, name }) => `Renamed organization ${organizationId} to ${name}.`,
  }),
  command('developer list', 'developer.list', { columns: { ...PERSON, SINCE: 'since', ROLE: 'role' } }),
  command('developer add', 'developer.add', {
    options: ['email', 'name', 'role'],
    help: { ...NEW_PERSON, role: 'admins look after people too' },
    done: ({ userId, email, role, organizationId }) =>
      `Added user ${userId}, ${email}, as ${ARTICLES[role]} of organization ${organizationId}.`,
  }),
  command('developer update', 'developer.update', {
    help: { userId: 'id of the developer' },
    done: ({ userId, role, organizationId }) =>
      `Made user ${userId} ${ARTICLES[role]} of organization ${organizationId}.`,
  }),
  command('developer invite', 'developer-invitation.create', {
    done: ({ email, organization }) => `Invited ${email} to ${organization}.`,
  }),
  command('developer invitations', 'developer-invitation.list', { columns: INVITATION }),
  command('developer withdraw-invitation', 'developer-invitation.withdraw', { done: withdrawn }),
  command('developer remove', 'developer.remove', {
    help: { userId: 'id of the developer' },
    done: ({ userId, organizationId }) =>
      `Removed user ${userId} from the developers of organization ${organizationId}.`,
  }),
  command('operator list', 'operator.list', { columns: { ...PERSON, SINCE: 'since' } }),
  command('operator add', 'operator.add', {
    help: NEW_PERSON,
    done: ({ userId, email }) => `Added user ${userId}, ${email}, as an operator.`,
  }),
  command('operator remove', 'operator.remove', {
    help: { userId: 'id of the operator' },
    done: ({ userId }) => `Removed user ${userId} from the operators.`,
  }),
];

export const MEMBER_COMMANDS = [
  command('merchant users', 'member.list', { columns: { ...PERSON, ROLE: 'role' } }),
  command('merchant add-user', 'member.add', {
    help: { ...NEW_PERSON, role: 'only an owner can connect apps (default: employee)' },
    done({ userId, email, companyId, role, membership, note }) {
      const change = membership === 'unchanged' ? 'is already' : 'is now';
      return `User ${userId}, ${email}, ${change} ${ARTICLES[role]} of merchant ${companyId}.${note ? ` ${note}` : ''}`;
    },
  }),
  command('merchant set-role', 'member.set-role', {
    args: ['companyId', 'userId', 'role'],
    help: { role: 'the new role' },
    done: ({ companyId, userId, role }) => `User ${userId} is now ${ARTICLES[role]} of merchant ${companyId}.`,
  }),
  command('merchant remove-user', 'member.remove', {
    consequence: ({ companyId, userId }) => `User ${userId} will lose access to merchant ${companyId} at once.`,
    done: ({ companyId, userId }) => `User ${userId} has no access to merchant ${companyId} any more.`,
  }),
  command('merchant invite', 'invitation.create', {
    help: { role: 'only an owner can connect apps' },
    defaults: { role: 'employee' },
    done: ({ email, companyId, role, expiresAt }) =>
      `Invited ${email} to merchant ${companyId} as ${ARTICLES[role]}, until ${expiresAt}.`,
  }),
  command('merchant invitations', 'invitation.list', { columns: INVITATION }),
  command('merchant withdraw-invitation', 'invitation.withdraw', { done: withdrawn }),
];

const places = ({ memberships, developerOf, operator }: UserDescription): string[] => [
  ...memberships.map(({ companyId, role }) => `${role} of ${companyId}`),
  ...developerOf.map((organizationId) => `developer of ${organizationId}`),
  ...(operator ? ['operator'] : []),
];

export const USER_COMMANDS = [
  command('user list', 'user.list', {
    help: { companyId: 'users of this merchant', search: 'part of the name or e-mail address' },
    columns: { ID: 'userId', 'E-MAIL': 'email', NAME: 'name', IS: places },
  }),
  command('user show', 'user.show', {
    say: ({ userId, email, name, confirmed, createdAt, ...person }) =>
      fields({
        userId,
        email,
        name,
        confirmed,
        is: places({ userId, email, name, confirmed, createdAt, ...person }),
        createdAt,
      }),
  }),
  command('user update', 'user.update', {
    help: { email: 'address to sign in with' },
    done: ({ id, email, name }) => `User ${id} is ${name}, ${email}.`,
  }),
  command('user reset-link', 'user.reset-link', {
    args: ['email'],
    options: [],
    flags: { email: '<user>' },
    help: { email: 'id or e-mail address of the user' },
    input: ({ email = '' }) => (/^\d+$/.test(email) ? { userId: Number(email) } : { email }),
    done: ({ id, email, expiresAt }) => `User ${id}, ${email}, can set a new password until ${expiresAt}.`,
  }),
  command('user disable-second-factor', 'user.disable-second-factor', {
    consequence: ({ userId }) => `The authenticator app and the recovery codes of user ${userId} will end.`,
    done: ({ userId }) => `User ${userId} signs in with the password alone.`,
  }),
  command('user remove', 'user.remove', {
    consequence: ({ userId }) => `User ${userId} will be removed, and their name and address erased.`,
    done: ({ id }) => `Removed user ${id}.`,
  }),
];
