import { Command } from 'commander';
import { type ControlCommands, describedBy, id } from './control-command.ts';

export function redirectUriCommand({ calling }: ControlCommands): Command {
  const command = new Command('redirect-uri').description('Manage the redirect URIs of an app.');
  const ofApp = (name: string, operation: 'redirect-uri.list' | 'redirect-uri.add' | 'redirect-uri.remove') =>
    describedBy(command.command(name), operation).argument('<app>', 'id of the app', id);
  ofApp('list', 'redirect-uri.list').action(
    calling('redirect-uri.list', {
      input: (appId: number) => ({ appId }),
      say: ({ redirectUris }) => (redirectUris.length === 0 ? 'None.\n' : `${redirectUris.join('\n')}\n`),
    }),
  );
  const input = (appId: number, uri: string) => ({ appId, uri });
  ofApp('add', 'redirect-uri.add')
    .argument('<uri>')
    .action(
      calling('redirect-uri.add', { input, say: ({ appId, uri }) => `App ${appId} may be returned to at ${uri}.\n` }),
    );
  ofApp('remove', 'redirect-uri.remove')
    .argument('<uri>')
    .action(calling('redirect-uri.remove', { input, say: ({ appId, uri }) => `Removed ${uri} from app ${appId}.\n` }));
  return command;
}
