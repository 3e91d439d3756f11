import { optional, strictObject } from 'valibot';
import { email, id, nameOf, PAGING, role, search } from '../control/input.ts';
import { MEMBER_INVITATIONS } from '../control/invitations.ts';
import { createPasswordLink } from '../control/mailed-links.ts';
import { changeRole, joinMerchant, leaveMerchant, MEMBERS, type Member } from '../control/members.ts';
import { readOne } from '../control/page.ts';
import { disableSecondFactor } from '../control/second-factors.ts';
import { changeUser, namedUser, removeUser, USERS, type UserDescription } from '../control/users.ts';
import { changing, doing, listing, reading } from './operation.ts';
import { ARTICLES, INVITATION, PERSON, withdrawn } from './organizations.ts';
import { fields } from './text.ts';

const personName = nameOf('a person');

const places = ({ memberships, developerOf, operator }: UserDescription): string[] => [
  ...memberships.map(({ companyId, role }) => `${role} of ${companyId}`),
  ...developerOf.map((organizationId) => `developer of ${organizationId}`),
  ...(operator ? ['operator'] : []),
];

const ROLE = { hint: 'Owners connect apps and manage people; employees can see the connected apps.' };

export const MEMBER_OPERATIONS = {
  'member.list': reading({
    summary: "List a merchant's users.",
    actors: ['operator', 'developer', 'owner'],
    ...listing<Member>(MEMBERS)({ companyId: [id, 's.company_id = $'] }),
    columns: { ...PERSON, ROLE: 'role' },
    command: { path: 'merchant users' },
  }),
  'member.add': changing({
    summary:
      'Add a user to a merchant. A new user gets a password, which is shown once; an existing user keeps theirs.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id, email, name: optional(personName), role: optional(role) }),
    change: (tx, { companyId, ...person }) => joinMerchant(tx, companyId, person),
    fields: {
      email: { label: 'E-mail' },
      name: {
        hint: 'Required for a person without a login. Their password is shown to you once.',
        help: 'required for a new user',
      },
      role: { ...ROLE, help: 'only an owner can connect apps (default: employee)' },
    },
    command: { path: 'merchant add-user' },
    done({ userId, email, companyId, role, membership, note }) {
      const change = membership === 'unchanged' ? 'is already' : 'is now';
      return `User ${userId}, ${email}, ${change} ${ARTICLES[role]} of merchant ${companyId}.${note ? ` ${note}` : ''}`;
    },
  }),
  'member.set-role': doing({
    summary: "Change a user's role at a merchant. A merchant keeps an owner.",
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, userId: id, role }),
    change: (tx, { companyId, userId, role }) => changeRole(tx, userId, companyId, role),
    fields: { role: { ...ROLE, help: 'the new role' } },
    command: { path: 'merchant set-role', args: ['companyId', 'userId', 'role'] },
    done: ({ companyId, userId, role }) => `User ${userId} is now ${ARTICLES[role]} of merchant ${companyId}.`,
  }),
  'member.remove': doing({
    summary: "Take a user's access to a merchant away. Their login stays.",
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, userId: id }),
    change: (tx, input) => leaveMerchant(tx, input.userId, input.companyId),
    asks: ({ companyId, userId }) => ({
      title: `Remove ${userId} from ${companyId}?`,
      effect: 'They lose their access to this merchant at once. Their login and their other roles stay.',
      submit: 'Remove',
    }),
    command: { path: 'merchant remove-user' },
    done: ({ companyId, userId }) => `User ${userId} has no access to merchant ${companyId} any more.`,
  }),
  'invitation.create': changing({
    summary: 'Invite a person to a merchant by a link, which is shown once and can be used within seven days.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, email, role }),
    async change(tx, { companyId, ...person }, { webUrl }) {
      const { code, ...invitation } = await MEMBER_INVITATIONS.invite(tx, companyId, person);
      return { ...invitation, link: `${webUrl}/invitations/${code}` };
    },
    fields: {
      email: { label: 'E-mail' },
      role: { ...ROLE, help: 'only an owner can connect apps', fallback: 'employee' },
    },
    command: { path: 'merchant invite' },
    done: ({ email, companyId, role, expiresAt }) =>
      `Invited ${email} to merchant ${companyId} as ${ARTICLES[role]}, until ${expiresAt}.`,
  }),
  'invitation.list': reading({
    summary: 'List the open invitations of a merchant.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, ...PAGING }),
    read: (pool, { companyId, ...page }, { control }) =>
      MEMBER_INVITATIONS.list(pool, companyId, page, control.clock()),
    columns: INVITATION,
    command: { path: 'merchant invitations' },
  }),
  'invitation.withdraw': doing({
    summary: 'Withdraw an open invitation. Its link ends at once.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, invitationId: id }),
    change: (tx, input) => MEMBER_INVITATIONS.withdraw(tx, input.companyId, input.invitationId),
    command: { path: 'merchant withdraw-invitation' },
    done: withdrawn,
  }),
} as const;

export const USER_OPERATIONS = {
  'user.list': reading({
    summary: 'List the people who can sign in.',
    actors: ['operator'],
    ...listing<UserDescription>(USERS)({
      companyId: [
        optional(id),
        'exists (select from control.memberships s where s.user_id = u.id and s.company_id = $)',
      ],
      search: [optional(search), 'position(lower($) in lower(u.name || chr(10) || u.email)) > 0'],
    }),
    fields: {
      companyId: 'users of this merchant',
      search: { label: 'Name or e-mail', help: 'part of the name or e-mail address' },
    },
    columns: { ID: 'userId', 'E-MAIL': 'email', NAME: 'name', IS: places },
  }),
  'user.show': reading({
    summary: 'Show a person with what they may do.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    read: (pool, { userId }) =>
      readOne<UserDescription>(pool, USERS, { 'u.id = $': userId }, `No such user: ${userId}.`),
    say: (user) => {
      const { userId, email, name, confirmed, createdAt } = user;
      return fields({ userId, email, name, confirmed, is: places(user), createdAt });
    },
  }),
  'user.update': changing({
    summary: "Change a person's name or e-mail address.",
    actors: ['operator'],
    input: strictObject({ userId: id, email: optional(email), name: optional(personName) }),
    change: (tx, { userId, ...change }) => changeUser(tx, userId, change),
    fields: { email: { label: 'E-mail', help: 'address to sign in with' } },
    done: ({ id, email, name }) => `User ${id} is ${name}, ${email}.`,
  }),
  'user.reset-link': changing({
    summary: 'Make a link by which a person sets a new password, within an hour. It is shown once.',
    actors: ['operator'],
    input: strictObject({ userId: optional(id), email: optional(email) }),
    async change(tx, person, { webUrl }) {
      const { code, ...link } = await createPasswordLink(tx, await namedUser(tx, person));
      return { ...link, link: `${webUrl}/new-password/${code}` };
    },
    fields: { email: { flag: '<user>', help: 'id or e-mail address of the user' } },
    command: {
      args: ['email'],
      options: [],
      input: ({ email = '' }) => (/^\d+$/.test(email) ? { userId: Number(email) } : { email }),
    },
    done: ({ id, email, expiresAt }) => `User ${id}, ${email}, can set a new password until ${expiresAt}.`,
  }),
  'user.disable-second-factor': doing({
    summary: 'Turn two-step sign-in off for a person who has lost their phone and their recovery codes.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: disableSecondFactor,
    asks: ({ userId }) => ({
      title: `Turn two-step sign-in off for ${userId}?`,
      effect:
        'They can then sign in with their password alone, until they turn it on again. Their sessions and open links to a new password end. Make sure that the request really comes from them.',
      submit: 'Turn it off',
    }),
    done: ({ userId }) => `User ${userId} signs in with the password alone.`,
  }),
  'user.remove': changing({
    summary: 'Remove a person and erase their name and address. This cannot be undone.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: (tx, { userId }) => removeUser(tx, userId),
    asks: ({ userId }) => ({
      title: `Remove ${userId}?`,
      effect: 'Their name and address are erased, and they can never sign in again. This cannot be undone.',
      submit: 'Remove',
    }),
    done: ({ id }) => `Removed user ${id}.`,
  }),
} as const;
