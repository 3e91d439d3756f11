import { optional, strictObject } from 'valibot';
import { currency, email, flag, id, nameOf, PAGING, region, role, search } from '../input.ts';
import { acting, changing, doing, reading } from '../operation.ts';
import { describeUser, listUsers } from '../people/describe-user.ts';
import { MEMBER_INVITATIONS } from '../people/invitation-kinds.ts';
import { changeUser, removeUser } from '../people/logins.ts';
import { changeRole, joinMerchant, leaveMerchant } from '../people/memberships.ts';
import { createPasswordLink } from '../people/password-links.ts';
import { disableSecondFactor } from '../people/second-factors.ts';
import { namedUser } from '../people/users.ts';
import { describeMerchant, listMembers, listMerchants } from './describe-merchant.ts';
import { eraseMerchant } from './erase-merchant.ts';
import { openMoves } from './merchant-moves.ts';
import { renameMerchant, setMerchantActive } from './merchants.ts';
import { moveMerchant } from './move-merchant.ts';
import { createWithData, resetSandbox } from './sandboxes.ts';
import { listStores } from './stores.ts';

const name = nameOf('a merchant');
const personName = nameOf('a person');
const ofMerchant = ({ companyId }: { companyId: number }) => ({ companyId });

export const MERCHANT_OPERATIONS = {
  'merchant.list': reading({
    summary: 'List merchants.',
    actors: ['operator', 'developer'],
    subject: ({ organizationId }) => ({ organizationId }),
    input: strictObject({
      organizationId: optional(id),
      region: optional(region),
      demo: optional(flag),
      active: optional(flag),
      search: optional(search),
      ...PAGING,
    }),
    read: (pool, { limit, after, ...filter }) => listMerchants(pool, filter, { limit, after }),
  }),
  'merchant.show': reading({
    summary: 'Show a merchant.',
    actors: ['operator', 'developer', 'owner', 'employee'],
    subject: ofMerchant,
    input: strictObject({ companyId: id }),
    read: (pool, { companyId }) => describeMerchant(pool, companyId),
  }),
  'merchant.create': acting({
    summary: 'Create a live merchant or, of an organization, a sandbox merchant.',
    actors: ['operator', 'developer'],
    subject: ({ organizationId }) => ({ organizationId }),
    input: strictObject({ name, region, currency, organizationId: optional(id), demoData: optional(flag, false) }),
    cells: true,
    act: createWithData,
  }),
  'merchant.reset': acting({
    summary: 'Replace everything that a sandbox merchant has by demo data.',
    actors: ['operator', 'developer'],
    subject: ofMerchant,
    input: strictObject({ companyId: id }),
    cells: true,
    act: resetSandbox,
  }),
  'store.list': reading({
    summary: "List a merchant's stores.",
    actors: ['operator', 'developer', 'owner', 'employee'],
    subject: ofMerchant,
    input: strictObject({ companyId: id }),
    read: async (pool, { companyId }, { regions, origin }) => ({
      data: await listStores(regions, await describeMerchant(pool, companyId), origin.correlationId),
      next: null,
    }),
  }),
  'merchant.update': changing({
    summary: 'Rename a merchant.',
    actors: ['operator', 'developer'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, name }),
    change: (tx, input) => renameMerchant(tx, input.companyId, input.name),
  }),
  'merchant.deactivate': changing({
    summary: 'Close a merchant to apps and to its people. Its data stays.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, false),
  }),
  'merchant.activate': changing({
    summary: 'Open a merchant again.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, true),
  }),
  'merchant.erase': acting({
    summary:
      'Close a merchant for good: end its connections, and erase its people and their data; on request, its records too.',
    actors: ['operator'],
    input: strictObject({ companyId: id, records: optional(flag, false) }),
    cells: true,
    act: eraseMerchant,
  }),
  'merchant.move': acting({
    summary:
      'Move a merchant to another cell of its region, step by step; then remove its old copy, or abort before the switch.',
    actors: ['operator'],
    input: strictObject({ companyId: id, to: optional(search), finish: optional(flag), abort: optional(flag) }),
    cells: true,
    act: moveMerchant,
  }),
  'move.list': reading({
    summary: 'List the moves of merchants that have not ended, the oldest first.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (pool) => ({ data: await openMoves(pool), next: null }),
  }),
  'member.list': reading({
    summary: "List a merchant's users.",
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, ...PAGING }),
    read: (pool, { companyId, ...page }) => listMembers(pool, companyId, page),
  }),
  'member.add': changing({
    summary:
      'Add a user to a merchant. A new user gets a password, which is shown once; an existing user keeps theirs.',
    actors: ['operator', 'developer'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, email, name: optional(personName), role: optional(role) }),
    change: (tx, { companyId, ...person }) => joinMerchant(tx, companyId, person),
  }),
  'member.remove': doing({
    summary: "Take a user's access to a merchant away. Their login stays.",
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, userId: id }),
    change: (tx, input) => leaveMerchant(tx, input.userId, input.companyId),
  }),
  'member.set-role': doing({
    summary: "Change a user's role at a merchant. A merchant keeps an owner.",
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, userId: id, role }),
    change: (tx, { companyId, userId, role }) => changeRole(tx, userId, companyId, role),
  }),
  'invitation.list': reading({
    summary: 'List the open invitations of a merchant.',
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, ...PAGING }),
    read: (pool, { companyId, ...page }, { control }) =>
      MEMBER_INVITATIONS.list(pool, companyId, page, control.clock()),
  }),
  'invitation.create': changing({
    summary: 'Invite a person to a merchant by a link, which is shown once and can be used within seven days.',
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, email, role }),
    async change(tx, { companyId, ...person }, { webUrl }) {
      const { code, ...invitation } = await MEMBER_INVITATIONS.invite(tx, companyId, person);
      return { ...invitation, link: `${webUrl}/invitations/${code}` };
    },
  }),
  'invitation.withdraw': doing({
    summary: 'Withdraw an open invitation. Its link ends at once.',
    actors: ['operator', 'developer', 'owner'],
    subject: ofMerchant,
    input: strictObject({ companyId: id, invitationId: id }),
    change: (tx, input) => MEMBER_INVITATIONS.withdraw(tx, input.companyId, input.invitationId),
  }),
  'user.list': reading({
    summary: 'List the people who can sign in.',
    actors: ['operator'],
    input: strictObject({ companyId: optional(id), search: optional(search), ...PAGING }),
    read: (pool, { limit, after, ...filter }) => listUsers(pool, filter, { limit, after }),
  }),
  'user.show': reading({
    summary: 'Show a person with what they may do.',
    actors: ['operator'],
    input: strictObject({ userId: id }),
    read: (pool, { userId }) => describeUser(pool, userId),
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
