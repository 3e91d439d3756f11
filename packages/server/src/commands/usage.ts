import { Command } from 'commander';
import { type ControlCommands, describedBy } from './control-command.ts';
import { table } from './words.ts';

export const usageCommand = ({ calling }: ControlCommands): Command =>
  describedBy(new Command('usage'), 'usage.operations').action(
    calling('usage.operations', {
      input: () => ({}),
      say: ({ since, data, unavailable }) =>
        `Since ${since}\n${table({ data, next: null }, [
          ['OPERATION', ({ operation }) => operation],
          ['APP', ({ appId, app, organization }) => `${appId} ${app} (${organization})`],
          ['REQUESTS', ({ requests }) => requests],
          ['2XX', ({ succeeded }) => succeeded],
          ['MERCHANTS', ({ merchants }) => merchants],
          ['LAST DAY', ({ lastDay }) => lastDay],
        ])}${unavailable.length === 0 ? '' : `\nWithout ${unavailable.join(', ')}, which is not available now.\n`}`,
    }),
  );
