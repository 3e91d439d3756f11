import { Command } from 'commander';
import { appTable, describe } from './app.ts';
import { type ControlCommands, id, type PageFlags, paged } from './control-command.ts';

export function reviewCommand({ calling }: ControlCommands): Command {
  const command = new Command('review').description('See the apps that wait for review.');
  paged(command.command('list'))
    .description('List the apps that are submitted. Decide with `app approve` and `app reject`.')
    .action(
      calling('app.list', { input: (flags: PageFlags) => ({ state: 'SUBMITTED' as const, ...flags }), say: appTable }),
    );
  command
    .command('show')
    .description('Show what there is to review of an app.')
    .argument('<app>', 'id of the app', id)
    .action(calling('app.show', { input: (appId: number) => ({ appId }), say: describe }));
  return command;
}
