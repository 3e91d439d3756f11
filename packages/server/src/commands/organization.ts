import { Command, Option } from 'commander';
import { DEVELOPER_ROLES, type DeveloperRole } from '../directory/people/staff.ts';
import { type ControlCommands, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { invitationTable, withdrawnInvitation } from './invitations.ts';
import { fields, table, withSecrets } from './words.ts';

interface PersonFlags {
  readonly email: string;
  readonly name?: string;
}

const PERSON_COLUMNS = [
  ['USER', ({ userId }: { userId: number }) => userId],
  ['E-MAIL', ({ email }: { email: string }) => email],
  ['NAME', ({ name }: { name: string }) => name],
  ['SINCE', ({ since }: { since: string }) => since],
] as const;

export function organizationCommand({ calling }: ControlCommands): Command {
  const command = new Command('organization').description(
    'Manage organizations, which own apps and sandbox merchants.',
  );
  paged(describedBy(command.command('list'), 'organization.list'))
    .option('--search <text>', 'part of the name')
    .action(
      calling('organization.list', {
        input: (flags: PageFlags & { search?: string }) => flags,
        say: (page) =>
          table(page, [
            ['ID', ({ organizationId }) => organizationId],
            ['NAME', ({ name }) => name],
            ['APPS', ({ apps }) => apps],
            ['SANDBOX MERCHANTS', ({ sandboxMerchants }) => sandboxMerchants],
            ['DEVELOPERS', ({ developers }) => developers],
          ]),
      }),
    );
  describedBy(command.command('show'), 'organization.show')
    .argument('<organization>', 'id of the organization', id)
    .action(
      calling('organization.show', {
        input: (organizationId: number) => ({ organizationId }),
        say: (organization) => fields({ ...organization }),
      }),
    );
  describedBy(command.command('create'), 'organization.create')
    .argument('<name>')
    .action(
      calling('organization.create', {
        input: (name: string) => ({ name }),
        say: ({ organizationId, name }) => `Created organization ${organizationId}, ${name}.\n`,
      }),
    );
  describedBy(command.command('update'), 'organization.update')
    .argument('<organization>', 'id of the organization', id)
    .requiredOption('--name <name>')
    .action(
      calling('organization.update', {
        input: (organizationId: number, { name }: { name: string }) => ({ organizationId, name }),
        say: ({ organizationId, name }) => `Renamed organization ${organizationId} to ${name}.\n`,
      }),
    );
  return command;
}

export function developerCommand({ calling }: ControlCommands): Command {
  const command = new Command('developer').description("Manage organizations' developers, who look after their apps.");
  paged(describedBy(command.command('list'), 'developer.list'))
    .argument('<organization>', 'id of the organization', id)
    .action(
      calling('developer.list', {
        input: (organizationId: number, flags: PageFlags) => ({ organizationId, ...flags }),
        say: (page) => table(page, [...PERSON_COLUMNS, ['ROLE', ({ role }) => role]]),
      }),
    );
  ofPerson(describedBy(command.command('add'), 'developer.add'))
    .argument('<organization>', 'id of the organization', id)
    .addOption(new Option('--role <role>', 'admins look after people too').choices(DEVELOPER_ROLES).default('admin'))
    .action(
      calling('developer.add', {
        input: (organizationId: number, person: PersonFlags & { role: DeveloperRole }) => ({
          organizationId,
          ...person,
        }),
        say: (login) =>
          withSecrets(
            `Added user ${login.userId}, ${login.email}, as ${login.role === 'admin' ? 'an admin' : 'a developer'} of organization ${login.organizationId}.`,
            login,
          ),
      }),
    );
  describedBy(command.command('update'), 'developer.update')
    .argument('<organization>', 'id of the organization', id)
    .argument('<user>', 'id of the developer', id)
    .addOption(new Option('--role <role>').choices(DEVELOPER_ROLES).makeOptionMandatory())
    .action(
      calling('developer.update', {
        input: (organizationId: number, userId: number, { role }: { role: DeveloperRole }) => ({
          organizationId,
          userId,
          role,
        }),
        say: ({ organizationId, userId, role }) =>
          `Made user ${userId} ${role === 'admin' ? 'an admin' : 'a developer'} of organization ${organizationId}.\n`,
      }),
    );
  describedBy(command.command('invite'), 'developer-invitation.create')
    .argument('<organization>', 'id of the organization', id)
    .requiredOption('--email <email>')
    .addOption(new Option('--role <role>').choices(DEVELOPER_ROLES).default('developer'))
    .action(
      calling('developer-invitation.create', {
        input: (organizationId: number, flags: { email: string; role: DeveloperRole }) => ({
          organizationId,
          ...flags,
        }),
        say: ({ link, email, organization }) => withSecrets(`Invited ${email} to ${organization}.`, { link }),
      }),
    );
  paged(describedBy(command.command('invitations'), 'developer-invitation.list'))
    .argument('<organization>', 'id of the organization', id)
    .action(
      calling('developer-invitation.list', {
        input: (organizationId: number, flags: PageFlags) => ({ organizationId, ...flags }),
        say: invitationTable,
      }),
    );
  describedBy(command.command('withdraw-invitation'), 'developer-invitation.withdraw')
    .argument('<organization>', 'id of the organization', id)
    .argument('<invitation>', 'id of the invitation', id)
    .action(
      calling('developer-invitation.withdraw', {
        input: (organizationId: number, invitationId: number) => ({ organizationId, invitationId }),
        say: withdrawnInvitation,
      }),
    );
  describedBy(command.command('remove'), 'developer.remove')
    .argument('<organization>', 'id of the organization', id)
    .argument('<user>', 'id of the developer', id)
    .action(
      calling('developer.remove', {
        input: (organizationId: number, userId: number) => ({ organizationId, userId }),
        say: ({ organizationId, userId }) =>
          `Removed user ${userId} from the developers of organization ${organizationId}.\n`,
      }),
    );
  return command;
}

export function operatorCommand({ calling }: ControlCommands): Command {
  const command = new Command('operator').description('Manage the operators of the service.');
  paged(describedBy(command.command('list'), 'operator.list')).action(
    calling('operator.list', { input: (flags: PageFlags) => flags, say: (page) => table(page, PERSON_COLUMNS) }),
  );
  ofPerson(describedBy(command.command('add'), 'operator.add')).action(
    calling('operator.add', {
      input: (person: PersonFlags) => person,
      say: (login) => withSecrets(`Added user ${login.userId}, ${login.email}, as an operator.`, login),
    }),
  );
  describedBy(command.command('remove'), 'operator.remove')
    .argument('<user>', 'id of the operator', id)
    .action(
      calling('operator.remove', {
        input: (userId: number) => ({ userId }),
        say: ({ userId }) => `Removed user ${userId} from the operators.\n`,
      }),
    );
  return command;
}

const ofPerson = (command: Command): Command =>
  command.requiredOption('--email <email>').option('--name <name>', 'required for a new user');
