import type { Command } from 'commander';
import type { ListedRequest, RequestFilter } from '../directory/apps/request-list.ts';
import type { Tally, Usage, UsageSpan } from '../storage/request-log/usage.ts';
import { type ControlCommands, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { table } from './words.ts';

/** What the app requested of the API. */
export function addRequests(app: Command, { calling }: ControlCommands): void {
  paged(describedBy(app.command('requests'), 'request.list'))
    .argument('<app>', 'id of the app', id)
    .option('--status <status>', 'requests with this status, such as 404, or a class of them, such as 4xx')
    .option('--code <code>', 'requests with this error code, such as partner.rate_limited')
    .option('--operation <id>', 'requests of this operation, such as listItems')
    .option('--correlation-id <id>', 'the request with this correlation id, or the beginning of it')
    .action(
      calling('request.list', {
        input: (appId: number, flags: RequestFilter & PageFlags) => ({ appId, ...flags }),
        say: (page) =>
          table(page, [
            ['AT', ({ at }) => at],
            ['STATUS', ({ status }) => status],
            ['REQUEST', ({ method, path }) => `${method} ${path}`],
            ['MS', ({ milliseconds }) => milliseconds],
            ['CORRELATION ID', ({ correlationId }) => correlationId],
            ['PROBLEM', problemOf],
          ]) + missing(page),
      }),
    );
  describedBy(app.command('usage'), 'usage.show')
    .argument('<app>', 'id of the app', id)
    .action(
      calling('usage.show', {
        input: (appId: number) => ({ appId }),
        say: ({ requestsAMinute, ...usage }) =>
          `Limit: ${requestsAMinute ?? 'the default'} requests a minute, at most ${busiest(usage)} in one of the last hour.\n\n` +
          `Last hour\n${spanTable(usage.hour)}\nLast 30 days\n${spanTable(usage.month)}${missing(usage)}`,
      }),
    );
}

function problemOf({ code, problems, advice }: ListedRequest): string {
  if (code === null) return '';
  const [first] = problems;
  return `${code}: ${first ? `${first.in} ${first.path} ${first.message}.` : advice?.rule}`;
}

const busiest = ({ hour }: Usage): number => Math.max(...hour.steps.map(({ counted }) => counted));

function spanTable({ total, operations }: UsageSpan): string {
  const rows = [...operations, { operation: 'all', averageMilliseconds: '', ...total }];
  const count = (field: keyof Tally) => (row: Tally) => row[field];
  return table({ data: operations.length > 0 ? rows : [], next: null }, [
    ['OPERATION', ({ operation }) => operation],
    ['REQUESTS', count('requests')],
    ['2XX', count('succeeded')],
    ['4XX', count('rejected')],
    ['429', count('limited')],
    ['5XX', count('failed')],
    ['AVERAGE MS', ({ averageMilliseconds }) => averageMilliseconds],
  ]);
}

const missing = ({ unavailable }: Pick<Usage, 'unavailable'>): string =>
  unavailable.length === 0 ? '' : `\nWithout ${unavailable.join(', ')}, which is not available now.\n`;
