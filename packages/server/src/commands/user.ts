import { Command } from 'commander';
import type { UserDescription } from '../directory/people/describe-user.ts';
import { type ControlCommands, confirmable, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { fields, table, withSecrets } from './words.ts';

const places = ({ memberships, developerOf, operator }: UserDescription): string[] => [
  ...memberships.map(({ companyId, role }) => `${role} of ${companyId}`),
  ...developerOf.map((organizationId) => `developer of ${organizationId}`),
  ...(operator ? ['operator'] : []),
];

export function userCommand(commands: ControlCommands): Command {
  const { calling } = commands;
  const command = new Command('user').description('Manage the people who sign in.');
  paged(describedBy(command.command('list'), 'user.list'))
    .option('--company <id>', 'users of this merchant', id)
    .option('--search <text>', 'part of the name or e-mail address')
    .action(
      calling('user.list', {
        input: ({ company, ...flags }: PageFlags & { company?: number; search?: string }) => ({
          companyId: company,
          ...flags,
        }),
        say: (page) =>
          table(page, [
            ['ID', ({ userId }) => userId],
            ['E-MAIL', ({ email }) => email],
            ['NAME', ({ name }) => name],
            ['IS', places],
          ]),
      }),
    );
  describedBy(command.command('show'), 'user.show')
    .argument('<user>', 'id of the user', id)
    .action(
      calling('user.show', {
        input: (userId: number) => ({ userId }),
        say: (user) => {
          const { userId, email, name, confirmed, createdAt } = user;
          return fields({ userId, email, name, confirmed, is: places(user), createdAt });
        },
      }),
    );
  addChanges(command, commands);
  return command;
}

function addChanges(command: Command, { calling }: ControlCommands): void {
  const ofUser = (userId: number) => ({ userId });
  describedBy(command.command('update'), 'user.update')
    .argument('<user>', 'id of the user', id)
    .option('--email <email>', 'address to sign in with')
    .option('--name <name>')
    .action(
      calling('user.update', {
        input: (userId: number, change: { email?: string; name?: string }) => ({ userId, ...change }),
        say: ({ id: userId, email, name }) => `User ${userId} is ${name}, ${email}.\n`,
      }),
    );
  describedBy(command.command('reset-link'), 'user.reset-link')
    .argument('<user>', 'id or e-mail address of the user')
    .action(
      calling('user.reset-link', {
        input: (user: string) => (user.includes('@') ? { email: user } : ofUser(id(user))),
        say: (link) =>
          withSecrets(`User ${link.id}, ${link.email}, can set a new password until ${link.expiresAt}.`, link),
      }),
    );
  confirmable(describedBy(command.command('disable-second-factor'), 'user.disable-second-factor'))
    .argument('<user>', 'id of the user', id)
    .action(
      calling('user.disable-second-factor', {
        input: ofUser,
        say: ({ userId }) => `User ${userId} signs in with the password alone.\n`,
        consequence: ({ userId }) => `The authenticator app and the recovery codes of user ${userId} will end.`,
      }),
    );
  confirmable(describedBy(command.command('remove'), 'user.remove'))
    .argument('<user>', 'id of the user', id)
    .action(
      calling('user.remove', {
        input: ofUser,
        say: ({ id: userId }) => `Removed user ${userId}.\n`,
        consequence: ({ userId }) => `User ${userId} will be removed, and their name and address erased.`,
      }),
    );
}
