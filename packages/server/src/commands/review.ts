import { Command } from 'commander';
import { appTable } from './app.ts';
import { type ControlCommands, type PageFlags, paged } from './control-command.ts';

export function reviewCommand({ calling }: ControlCommands): Command {
  const command = new Command('review').description('See the apps that wait for review.');
  paged(command.command('list'))
    .description('List the apps that are submitted. Decide with `app approve` and `app reject`.')
    .action(
      calling('app.list', { input: (flags: PageFlags) => ({ state: 'SUBMITTED' as const, ...flags }), say: appTable }),
    );
  return command;
}
