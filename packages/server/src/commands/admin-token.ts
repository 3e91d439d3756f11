import { Command } from 'commander';
import { type ControlCommands, confirmable, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { table, withSecrets } from './words.ts';

export function adminTokenCommand({ calling }: ControlCommands): Command {
  const command = new Command('admin-token').description(
    'Manage the tokens by which command lines on other machines act as the operator.',
  );
  paged(describedBy(command.command('list'), 'admin-token.list')).action(
    calling('admin-token.list', {
      input: (flags: PageFlags) => flags,
      say: (page) =>
        table(page, [
          ['ID', ({ adminTokenId }) => adminTokenId],
          ['NAME', ({ name }) => name],
          ['TOKEN', ({ hint }) => `…${hint}`],
          ['CREATED', ({ createdAt }) => createdAt],
          ['REVOKED', ({ revokedAt }) => revokedAt],
        ]),
    }),
  );
  describedBy(command.command('create'), 'admin-token.create')
    .argument('<name>', 'what it is for')
    .action(
      calling('admin-token.create', {
        input: (name: string) => ({ name }),
        say: (token) => withSecrets(`Created admin token ${token.adminTokenId}, ${token.name}.`, token),
      }),
    );
  confirmable(describedBy(command.command('revoke'), 'admin-token.revoke'))
    .argument('<token>', 'id of the token', id)
    .action(
      calling('admin-token.revoke', {
        input: (adminTokenId: number) => ({ adminTokenId }),
        say: ({ adminTokenId }) => `Revoked admin token ${adminTokenId}.\n`,
        consequence: ({ adminTokenId }) => `Admin token ${adminTokenId} will stop working at once, and for good.`,
      }),
    );
  return command;
}
