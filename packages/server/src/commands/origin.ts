import { Command } from 'commander';
import { type ControlCommands, describedBy, id } from './control-command.ts';

export function originCommand({ calling }: ControlCommands): Command {
  const command = new Command('origin').description('Manage the origins from which browsers may call the API.');
  const ofApp = (name: string, operation: 'origin.list' | 'origin.add' | 'origin.remove') =>
    describedBy(command.command(name), operation).argument('<app>', 'id of the app', id);
  const input = (appId: number, origin: string) => ({ appId, origin });
  ofApp('list', 'origin.list').action(
    calling('origin.list', {
      input: (appId: number) => ({ appId }),
      say: ({ origins }) => (origins.length === 0 ? 'None.\n' : `${origins.join('\n')}\n`),
    }),
  );
  ofApp('add', 'origin.add')
    .argument('<origin>', 'such as https://shop.example')
    .action(
      calling('origin.add', {
        input,
        say: ({ appId, origin }) => `Pages of ${origin} may call the API for app ${appId}.\n`,
      }),
    );
  ofApp('remove', 'origin.remove')
    .argument('<origin>', 'as it was added')
    .action(calling('origin.remove', { input, say: ({ appId, origin }) => `Removed ${origin} from app ${appId}.\n` }));
  return command;
}
