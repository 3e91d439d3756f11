import { Command } from 'commander';
import { type ControlCommands, describedBy } from './control-command.ts';
import { table } from './words.ts';

export function cellCommand({ calling }: ControlCommands): Command {
  const cell = new Command('cell').description('See the cells of the regions.');
  describedBy(cell.command('list'), 'cell.list').action(
    calling('cell.list', {
      input: () => ({}),
      say: (page) =>
        table(page, [
          ['CELL', ({ cell }) => cell],
          ['REGION', ({ region }) => region],
          ['STATE', ({ status }) => status],
          ['MERCHANTS', ({ merchants }) => merchants],
          ['REASON', ({ reason }) => reason],
        ]),
    }),
  );
  return cell;
}
