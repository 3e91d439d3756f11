import { Command } from 'commander';
import { rotateSigningKey } from '../auth/signing-keys.ts';
import { openSecrets } from '../storage/sealed-secrets.ts';
import { COMMAND_LINE, type ControlCommands } from './control-command.ts';

export function keysCommand({ working }: ControlCommands): Command {
  const keys = new Command('keys').description('Manage the keys that sign access tokens.');
  keys
    .command('rotate')
    .description(
      'Publish the next key. It starts signing after 24 hours; the old key stays published for one hour longer.',
    )
    .action(
      working(async ({ control, config, databases }) => {
        const secrets = await openSecrets(config.keys, databases);
        return rotateSigningKey(secrets, control.clock, COMMAND_LINE);
      }),
    );
  return keys;
}
