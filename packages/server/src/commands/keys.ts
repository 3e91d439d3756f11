import { Command } from 'commander';
import { rotateSigningKey } from '../auth/signing-keys.ts';
import { COMMAND_LINE, type ControlCommands } from './control-command.ts';

export function keysCommand({ working }: ControlCommands): Command {
  const keys = new Command('keys').description('Keys that access tokens are signed with.');
  keys
    .command('rotate')
    .description('Publish the next key; it signs from 24 hours on, and the old one stays published an hour longer.')
    .action(working(({ control }) => rotateSigningKey(control, COMMAND_LINE)));
  return keys;
}
