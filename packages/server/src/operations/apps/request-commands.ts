import type { ListedRequest } from '../../control/usage.ts';
import type { Usage, UsageSpan } from '../../request-log/usage.ts';
import { command } from '../command.ts';
import { missing, table } from '../text.ts';

function problemOf({ code, problems: [first], advice }: ListedRequest): string {
  if (code === null) return '';
  return `${code}: ${first ? `${first.in} ${first.path} ${first.message}.` : advice?.rule}`;
}

const busiest = ({ hour }: Usage): number => Math.max(...hour.steps.map(({ counted }) => counted));

function spanTable({ total, operations }: UsageSpan): string {
  const rows = [...operations, { operation: 'all', averageMilliseconds: '', ...total }];
  return table({ data: operations.length > 0 ? rows : [], next: null }, [
    ['OPERATION', 'operation'],
    ['REQUESTS', 'requests'],
    ['2XX', 'succeeded'],
    ['4XX', 'rejected'],
    ['429', 'limited'],
    ['5XX', 'failed'],
    ['AVERAGE MS', 'averageMilliseconds'],
  ]);
}

export const REQUEST_COMMANDS = [
  command('app requests', 'request.list', {
    args: ['appId'],
    flags: { companyId: '--merchant <id>', operation: '--operation <id>', correlationId: '--correlation-id <id>' },
    help: {
      status: 'requests with this status, such as 404, or a class of them, such as 4xx',
      code: 'requests with this error code, such as partner.rate_limited',
      operation: 'requests of this operation, such as listItems, or of all with this in their name',
      correlationId: 'the request with this correlation id, or the beginning of it',
      companyId: 'requests about this merchant',
      since: 'from this date or instant on, such as 2026-07-01',
      until: 'before this date or instant',
    },
    say: (page) =>
      table(page, {
        AT: 'at',
        STATUS: 'status',
        REQUEST: ({ method, path }) => `${method} ${path}`,
        MS: 'milliseconds',
        'CORRELATION ID': 'correlationId',
        PROBLEM: problemOf,
      }) + missing(page),
  }),
  command('app keep-bodies', 'request.keep-bodies', {
    help: { minutes: 'how long to keep the bodies of new requests (default: 60); 0 ends it' },
    done: ({ appId, endsAt }) =>
      `The bodies of app ${appId} are kept in the sandbox until ${endsAt}, within 30 seconds.`,
  }),
  command('app bodies', 'request.bodies', {
    args: ['appId', 'correlationId'],
    say: ({ data, ...page }) =>
      (data.map(({ request, response }) => `Request\n${request ?? '-'}\n\nResponse\n${response ?? '-'}\n`).join('\n') ||
        'No bodies were kept.\n') + missing(page),
  }),
  command('app usage', 'usage.show', {
    say: ({ requestsAMinute, ...usage }) =>
      `Limit: ${requestsAMinute ?? 'the default'} requests a minute, at most ${busiest(usage)} in one of the last hour.\n\n` +
      `Last hour\n${spanTable(usage.hour)}\nLast 30 days\n${spanTable(usage.month)}${missing(usage)}`,
  }),
];

export const USAGE_COMMANDS = [
  command('usage', 'usage.operations', {
    say: ({ since, data, unavailable }) =>
      `Since ${since}\n${table(
        { data, next: null },
        {
          OPERATION: 'operation',
          APP: ({ appId, app, organization }) => `${appId} ${app} (${organization})`,
          REQUESTS: 'requests',
          '2XX': 'succeeded',
          MERCHANTS: 'merchants',
          'LAST DAY': 'lastDay',
        },
      )}${missing({ unavailable })}`,
  }),
];
