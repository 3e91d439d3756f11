import { Command } from 'commander';
import { type ControlCommands, describedBy } from './control-command.ts';
import { table } from './words.ts';

export function keysCommand({ calling }: ControlCommands): Command {
  const keys = new Command('keys').description('Manage the keys that sign access tokens.');
  describedBy(keys.command('list'), 'signing-key.list').action(
    calling('signing-key.list', {
      input: () => ({}),
      say: (page) =>
        table(page, [
          ['KEY', ({ kid }) => kid],
          ['STATE', ({ state }) => state],
          ['SIGNS FROM', ({ signsFrom }) => signsFrom],
          ['PUBLISHED UNTIL', ({ publishedUntil }) => publishedUntil],
        ]),
    }),
  );
  describedBy(keys.command('rotate'), 'signing-key.rotate').action(
    calling('signing-key.rotate', {
      input: () => ({}),
      say: ({ kid, signsFrom, oldPublishedUntil }) =>
        `Published key ${kid}. It signs from ${signsFrom}; the old key is published until ${oldPublishedUntil}.\n`,
    }),
  );
  return keys;
}
