import { Argument, Command, Option } from 'commander';
import type { JoinedMember } from '../directory/people/memberships.ts';
import { ROLES, type Role } from '../directory/people/users.ts';
import { cellName } from '../storage/cells.ts';
import { REGIONS, type Region } from '../storage/region.ts';
import { type ControlCommands, confirmable, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { invitationTable, withdrawnInvitation } from './invitations.ts';
import { fields, table, withSecrets } from './words.ts';

export function merchantCommand(commands: ControlCommands): Command {
  const merchant = new Command('merchant').description('Manage merchants and their users.');
  addReading(merchant, commands);
  addChanges(merchant, commands);
  addErasure(merchant, commands);
  addPeople(merchant, commands);
  addInvitations(merchant, commands);
  return merchant;
}

interface FilterFlags extends PageFlags {
  readonly sandboxOf?: number;
  readonly region?: Region;
  readonly demo?: true;
  readonly live?: true;
  readonly inactive?: true;
  readonly search?: string;
}

function addReading(merchant: Command, { calling }: ControlCommands): void {
  paged(describedBy(merchant.command('list'), 'merchant.list'))
    .option('--sandbox-of <organization>', 'sandbox merchants of this organization', id)
    .addOption(new Option('--region <region>', 'merchants of this region').choices(REGIONS))
    .option('--demo', 'demo merchants only')
    .addOption(new Option('--live', 'live merchants only').conflicts('demo'))
    .option('--inactive', 'deactivated merchants only')
    .option('--search <text>', 'part of the name')
    .action(
      calling('merchant.list', {
        input: ({ sandboxOf, demo, live, inactive, ...flags }: FilterFlags) => ({
          organizationId: sandboxOf,
          demo: demo ?? (live && false),
          active: inactive && false,
          ...flags,
        }),
        say: (page) =>
          table(page, [
            ['ID', ({ companyId }) => companyId],
            ['NAME', ({ name }) => name],
            ['REGION', ({ region }) => region],
            ['CELL', (merchant) => cellName(merchant)],
            ['CURRENCY', ({ currency }) => currency],
            ['KIND', ({ demo }) => (demo ? 'demo' : 'live')],
            ['SANDBOX OF', ({ organizationId }) => organizationId],
            ['ACTIVE', ({ active }) => active],
          ]),
      }),
    );
  describedBy(merchant.command('show'), 'merchant.show')
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('merchant.show', {
        input: (companyId: number) => ({ companyId }),
        say: (shown) => fields({ ...shown, cell: cellName(shown) }),
      }),
    );
}

interface MerchantFlags {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  readonly sandboxOf?: number;
  readonly demoData?: true;
}

interface MoveFlags {
  readonly to?: string;
  readonly finish?: true;
  readonly abort?: true;
}

function addChanges(merchant: Command, { calling }: ControlCommands): void {
  describedBy(merchant.command('create'), 'merchant.create')
    .requiredOption('--name <name>')
    .addOption(new Option('--region <region>', 'where its data is kept').choices(REGIONS).makeOptionMandatory())
    .requiredOption('--currency <code>', 'ISO 4217')
    .option('--sandbox-of <organization>', 'id of the organization', id)
    .option('--demo-data', 'begin with stores, items, orders and sales; for a sandbox merchant')
    .action(
      calling('merchant.create', {
        input: ({ sandboxOf, ...flags }: MerchantFlags) => ({ ...flags, organizationId: sandboxOf }),
        say: ({ companyId, name, demo }) => `Created ${demo ? 'sandbox' : 'live'} merchant ${companyId}, ${name}.\n`,
      }),
    );
  confirmable(describedBy(merchant.command('reset'), 'merchant.reset'))
    .argument('<company>', 'id of the sandbox merchant', id)
    .action(
      calling('merchant.reset', {
        input: (companyId: number) => ({ companyId }),
        say: ({ companyId, storeIds }) =>
          `Gave merchant ${companyId} new demo data, with the stores ${storeIds.join(' and ')}.\n`,
        consequence: ({ companyId }) => `Everything that merchant ${companyId} has will be deleted.`,
      }),
    );
  describedBy(merchant.command('stores'), 'store.list')
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('store.list', {
        input: (companyId: number) => ({ companyId }),
        say: (page) =>
          table(page, [
            ['ID', ({ storeId }) => storeId],
            ['CODE', ({ code }) => code],
            ['NAME', ({ name }) => name],
            ['ACTIVE', ({ active }) => active],
          ]),
      }),
    );
  describedBy(merchant.command('update'), 'merchant.update')
    .argument('<company>', 'id of the merchant', id)
    .requiredOption('--name <name>')
    .action(
      calling('merchant.update', {
        input: (companyId: number, { name }: { name: string }) => ({ companyId, name }),
        say: ({ companyId, name }) => `Renamed merchant ${companyId} to ${name}.\n`,
      }),
    );
  describedBy(merchant.command('move'), 'merchant.move')
    .argument('<company>', 'id of the merchant', id)
    .option('--to <cell>', 'cell of its region to live in, such as UK_2; the same command goes on with a move')
    .option('--finish', 'remove the copy in the cell that it has left')
    .option('--abort', 'undo a move before the switch; without its new cell, as far as possible')
    .action(
      calling('merchant.move', {
        input: (companyId: number, flags: MoveFlags) => ({ companyId, ...flags }),
        say: ({ done }) => `${done}\n`,
        again: ({ next }) => next,
      }),
    );
  describedBy(merchant.command('moves'), 'move.list').action(
    calling('move.list', {
      input: () => ({}),
      say: (page) =>
        table(page, [
          ['MERCHANT', ({ companyId }) => companyId],
          ['FROM', ({ from }) => from],
          ['TO', ({ to }) => to],
          ['STATE', ({ state }) => state],
          ['SINCE', ({ startedAt }) => startedAt],
        ]),
    }),
  );
  const ofCompany = (companyId: number) => ({ companyId });
  describedBy(merchant.command('deactivate'), 'merchant.deactivate')
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('merchant.deactivate', {
        input: ofCompany,
        say: ({ companyId }) => `Closed merchant ${companyId}: within 30 seconds, no app reaches it.\n`,
      }),
    );
  describedBy(merchant.command('activate'), 'merchant.activate')
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('merchant.activate', { input: ofCompany, say: ({ companyId }) => `Merchant ${companyId} is active.\n` }),
    );
}

function addErasure(merchant: Command, { calling }: ControlCommands): void {
  confirmable(describedBy(merchant.command('erase'), 'merchant.erase'))
    .argument('<company>', 'id of the merchant', id)
    .option('--records', 'remove all of its records too; it must have been deactivated a minute before')
    .action(
      calling('merchant.erase', {
        input: (companyId: number, { records }: { records?: true }) => ({ companyId, records }),
        say: ({ companyId, people, connections }, { records }) =>
          `Erased merchant ${companyId}: ${people} people, ${connections} connections${records ? ', and all of its records' : ''}.\n`,
        consequence: ({ companyId, records }) =>
          `Merchant ${companyId} will be closed, its connections end, and its people are erased${records ? ' with all of its records' : ''}.`,
      }),
    );
}

interface PersonFlags {
  readonly email: string;
  readonly name?: string;
  readonly role?: Role;
}

function addPeople(merchant: Command, { calling }: ControlCommands): void {
  paged(describedBy(merchant.command('users'), 'member.list'))
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('member.list', {
        input: (companyId: number, flags: PageFlags) => ({ companyId, ...flags }),
        say: (page) =>
          table(page, [
            ['USER', ({ userId }) => userId],
            ['E-MAIL', ({ email }) => email],
            ['NAME', ({ name }) => name],
            ['ROLE', ({ role }) => role],
          ]),
      }),
    );
  describedBy(merchant.command('add-user'), 'member.add')
    .argument('<company>', 'id of the merchant', id)
    .requiredOption('--email <email>')
    .option('--name <name>', 'required for a new user')
    .addOption(new Option('--role <role>', 'only an owner can connect apps (default: employee)').choices(ROLES))
    .action(
      calling('member.add', {
        input: (companyId: number, person: PersonFlags) => ({ companyId, ...person }),
        say: (member) => withSecrets(joined(member), member),
      }),
    );
  describedBy(merchant.command('set-role'), 'member.set-role')
    .argument('<company>', 'id of the merchant', id)
    .argument('<user>', 'id of the user', id)
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .action(
      calling('member.set-role', {
        input: (companyId: number, userId: number, role: Role) => ({ companyId, userId, role }),
        say: ({ companyId, userId, role }) => `User ${userId} is now ${withArticle(role)} of merchant ${companyId}.\n`,
      }),
    );
  confirmable(describedBy(merchant.command('remove-user'), 'member.remove'))
    .argument('<company>', 'id of the merchant', id)
    .argument('<user>', 'id of the user', id)
    .action(
      calling('member.remove', {
        input: (companyId: number, userId: number) => ({ companyId, userId }),
        say: ({ companyId, userId }) => `User ${userId} has no access to merchant ${companyId} any more.\n`,
        consequence: ({ companyId, userId }) => `User ${userId} will lose access to merchant ${companyId} at once.`,
      }),
    );
}

function joined({ userId, email, companyId, role, membership, note }: JoinedMember): string {
  const person = `User ${userId}, ${email},`;
  const as = withArticle(role);
  const change = membership === 'unchanged' ? `is already ${as} of` : `is now ${as} of`;
  return `${person} ${change} merchant ${companyId}.${note ? ` ${note}` : ''}`;
}

const withArticle = (role: Role): string => (role === 'owner' ? 'an owner' : 'an employee');

function addInvitations(merchant: Command, { calling }: ControlCommands): void {
  describedBy(merchant.command('invite'), 'invitation.create')
    .argument('<company>', 'id of the merchant', id)
    .requiredOption('--email <email>')
    .addOption(new Option('--role <role>', 'only an owner can connect apps').choices(ROLES).default('employee'))
    .action(
      calling('invitation.create', {
        input: (companyId: number, person: { email: string; role: Role }) => ({ companyId, ...person }),
        say: (invitation) =>
          withSecrets(
            `Invited ${invitation.email} to merchant ${invitation.companyId} as ${withArticle(invitation.role)}, until ${invitation.expiresAt}.`,
            invitation,
          ),
      }),
    );
  paged(describedBy(merchant.command('invitations'), 'invitation.list'))
    .argument('<company>', 'id of the merchant', id)
    .action(
      calling('invitation.list', {
        input: (companyId: number, flags: PageFlags) => ({ companyId, ...flags }),
        say: invitationTable,
      }),
    );
  describedBy(merchant.command('withdraw-invitation'), 'invitation.withdraw')
    .argument('<company>', 'id of the merchant', id)
    .argument('<invitation>', 'id of the invitation', id)
    .action(
      calling('invitation.withdraw', {
        input: (companyId: number, invitationId: number) => ({ companyId, invitationId }),
        say: withdrawnInvitation,
      }),
    );
}
