import { optional, strictObject } from 'valibot';
import { email, id, nameOf, PAGING, role, search } from '../control/input.ts';
import { MEMBER_INVITATIONS } from '../control/invitations.ts';
import { changeUser, removeUser } from '../control/logins.ts';
import { createPasswordLink } from '../control/mailed-links.ts';
import { changeRole, joinMerchant, leaveMerchant, MEMBERS, type Member } from '../control/members.ts';
import { readOne, readPage } from '../control/page.ts';
import { disableSecondFactor } from '../control/second-factors.ts';
import { namedUser, USERS, type UserDescription } from '../control/users.ts';
import { changing, doing, reading } from './operation.ts';

const personName = nameOf('a person');

/** Operations on the people of merchants, and on logins. */
export const USER_OPERATIONS = {
  'member.list': reading({
    summary: "List a merchant's users.",
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, ...PAGING }),
    read: (pool, { companyId, ...page }) => readPage<Member>(pool, MEMBERS, { 's.company_id = $': companyId }, page),
  }),
  'member.add': changing({
    summary:
      'Add a user to a merchant. A new user gets a password, which is shown once; an existing user keeps theirs.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id, email, name: optional(personName), role: optional(role) }),
    change: (tx, { companyId, ...person }) => joinMerchant(tx, companyId, person),
  }),
  'member.remove': doing({
    summary: "Take a user's access to a merchant away. Their login stays.",
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, userId: id }),
    change: (tx, input) => leaveMerchant(tx, input.userId, input.companyId),
  }),
  'member.set-role': doing({
    summary: "Change a user's role at a merchant. A merchant keeps an owner.",
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, userId: id, role }),
    change: (tx, { companyId, userId, role }) => changeRole(tx, userId, companyId, role),
  }),
  'invitation.list': reading({
    summary: 'List the open invitations of a merchant.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, ...PAGING }),
    read: (pool, { companyId, ...page }, { control }) =>
      MEMBER_INVITATIONS.list(pool, companyId, page, control.clock()),
  }),
  'invitation.create': changing({
    summary: 'Invite a person to a merchant by a link, which is shown once and can be used within seven days.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, email, role }),
    async change(tx, { companyId, ...person }, { webUrl }) {
      const { code, ...invitation } = await MEMBER_INVITATIONS.invite(tx, companyId, person);
      return { ...invitation, link: `${webUrl}/invitations/${code}` };
    },
  }),
  'invitation.withdraw': doing({
    summary: 'Withdraw an open invitation. Its link ends at once.',
    actors: ['operator', 'developer', 'owner'],
    input: strictObject({ companyId: id, invitationId: id }),
    change: (tx, input) => MEMBER_INVITATIONS.withdraw(tx, input.companyId, input.invitationId),
  }),
  'user.list': reading({
    summary: 'List the people who can sign in.',
    actors: ['operator'],
    input: strictObject({ companyId: optional(id), search: optional(search), ...PAGING }),
    read: (pool, { companyId, search, ...page }) =>
      readPage<UserDescription>(
        pool,
        USERS,
        {
          'exists (select from control.memberships s where s.user_id = u.id and s.company_id = $)': companyId,
          'position(lower($) in lower(u.name || chr(10) || u.email)) > 0': search,
        },
        page,
      ),
  }),
  'user.show': reading({
    summary: 'Show a person with what they may do.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    read: (pool, { userId }) =>
      readOne<UserDescription>(pool, USERS, { 'u.id = $': userId }, `No such user: ${userId}.`),
  }),
  'user.update': changing({
    summary: "Change a person's name or e-mail address.",
    actors: ['operator'],
    input: strictObject({ userId: id, email: optional(email), name: optional(personName) }),
    change: (tx, { userId, ...change }) => changeUser(tx, userId, change),
  }),
  'user.reset-link': changing({
    summary: 'Make a link by which a person sets a new password, within an hour. It is shown once.',
    actors: ['operator'],
    input: strictObject({ userId: optional(id), email: optional(email) }),
    async change(tx, person, { webUrl }) {
      const { code, ...link } = await createPasswordLink(tx, await namedUser(tx, person));
      return { ...link, link: `${webUrl}/new-password/${code}` };
    },
  }),
  'user.disable-second-factor': doing({
    summary: 'Turn two-step sign-in off for a person who has lost their phone and their recovery codes.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: disableSecondFactor,
  }),
  'user.remove': changing({
    summary: 'Remove a person and erase their name and address. This cannot be undone.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    change: (tx, { userId }) => removeUser(tx, userId),
  }),
} as const;
