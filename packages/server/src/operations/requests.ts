import {
  integer,
  maxLength,
  maxValue,
  metadata,
  minValue,
  number,
  optional,
  pipe,
  regex,
  strictObject,
  string,
  toLowerCase,
  trim,
} from 'valibot';
import { describeApp } from '../control/describe-app.ts';
import { id, instantText, oneOf, PAGING } from '../control/input.ts';
import { rehearsalUntil, startRehearsal } from '../control/rehearsals.ts';
import { activityAt, deploymentUsage, lastDay, listRequests } from '../control/usage.ts';
import { bodiesOf } from '../request-log/requests.ts';
import { type UsageSpan, usageOf } from '../request-log/usage.ts';
import { changing, FOR_DEVELOPERS, reading } from './operation.ts';
import { missing, table } from './text.ts';

const text = pipe(string('must be a string'), trim(), maxLength(100, 'must be at most 100 characters long'));
const status = pipe(
  string('must be a string'),
  trim(),
  toLowerCase(),
  regex(/^[1-5](\d\d|xx)$/, 'must be a status, such as 404, or a class of them, such as 4xx'),
);

const MINUTES = 'must be an integer from 0 to 60';
const minutes = pipe(number(MINUTES), integer(MINUTES), minValue(0, MINUTES), maxValue(60, MINUTES));

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

export const REQUEST_OPERATIONS = {
  'request.list': reading({
    summary: "List an app's latest requests, newest first, with what was wrong with those that were rejected.",
    ...FOR_DEVELOPERS,
    about: ['appId'],
    input: strictObject({
      appId: id,
      status: optional(status),
      code: optional(text),
      operation: optional(text),
      correlationId: optional(pipe(text, toLowerCase())),
      companyId: optional(id),
      sender: optional(oneOf(['app', 'console'])),
      since: optional(instantText),
      until: optional(instantText),
      ...PAGING,
    }),
    async read(pool, { appId, limit, after, ...filter }, { control, regions }) {
      await describeApp(pool, appId);
      const page = await listRequests(regions, appId, filter, { limit, after }, control.clock());
      return { ...page, bodiesUntil: await rehearsalUntil(pool, appId, 'bodies', control.clock()) };
    },
    fields: {
      status: 'requests with this status, such as 404, or a class of them, such as 4xx',
      code: {
        label: 'Error code',
        help: 'requests with this error code, such as partner.rate_limited, or with this in it',
      },
      operation: {
        flag: '--operation <id>',
        help: 'requests of this operation, such as listItems, or of all with this in their name',
      },
      correlationId: {
        flag: '--correlation-id <id>',
        help: 'the request with this correlation id, or the beginning of it',
      },
      companyId: { flag: '--merchant <id>', help: 'requests about this merchant' },
      sender: { label: 'Sent by', help: 'requests of the app itself, or of the console' },
      since: { label: 'From (UTC)', help: 'from this date or instant on, such as 2026-07-01' },
      until: { label: 'Before (UTC)', help: 'before this date or instant' },
    },
    command: { path: 'app requests', args: ['appId'] },
    say: (page) =>
      table(page, {
        AT: 'at',
        STATUS: 'status',
        REQUEST: ({ method, path }) => `${method} ${path}`,
        MS: 'milliseconds',
        'CORRELATION ID': 'correlationId',
        PROBLEM({ code, problems: [first], advice }) {
          if (code === null) return '';
          return `${code}: ${first ? `${first.in} ${first.path} ${first.message}.` : advice?.rule}`;
        },
      }) + missing(page),
  }),
  'request.keep-bodies': changing({
    summary: "Keep the bodies of an app's sandbox requests, each for an hour, of the latest 200 in a region.",
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, minutes: optional(pipe(minutes, metadata({ value: 'minutes' })), 60) }),
    async change(tx, { appId, minutes }) {
      return { appId, ...(await startRehearsal(tx, appId, 'bodies', minutes)) };
    },
    fields: { minutes: 'how long to keep the bodies of new requests (default: 60); 0 ends it' },
    command: { path: 'app keep-bodies' },
    done: ({ appId, endsAt }) =>
      `The bodies of app ${appId} are kept in the sandbox until ${endsAt}, within 30 seconds.`,
  }),
  'request.bodies': reading({
    summary: 'Show the bodies of a sandbox request, if they were kept.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, correlationId: pipe(text, toLowerCase()) }),
    async read(pool, { appId, correlationId }, { control, regions }) {
      await describeApp(pool, appId);
      return bodiesOf(regions, appId, correlationId, control.clock());
    },
    command: { path: 'app bodies', args: ['appId', 'correlationId'] },
    say: ({ data, ...page }) =>
      (data.map(({ request, response }) => `Request\n${request ?? '-'}\n\nResponse\n${response ?? '-'}\n`).join('\n') ||
        'No bodies were kept.\n') + missing(page),
  }),
  'usage.show': reading({
    summary: "Show an app's requests of the last hour and the last 30 days.",
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    async read(pool, { appId }, { control, regions }) {
      const { requestsAMinute } = await describeApp(pool, appId);
      const now = control.clock();
      const day = await lastDay(regions, appId, now);
      return { appId, requestsAMinute, ...(await usageOf(regions, appId, now)), day };
    },
    command: { path: 'app usage' },
    say({ requestsAMinute, hour, month, day: _, ...usage }) {
      const busiest = Math.max(...hour.steps.map(({ counted }) => counted));
      const limit = `${requestsAMinute ?? 'the default'} requests a minute, at most ${busiest} in one of the last hour.`;
      return `Limit: ${limit}\n\nLast hour\n${spanTable(hour)}\nLast 30 days\n${spanTable(month)}${missing(usage)}`;
    },
  }),
} as const;

export const USAGE_OPERATIONS = {
  'usage.operations': reading({
    summary: 'List which apps used which operations, parameters and properties in the last 30 days.',
    actors: ['operator'],
    input: strictObject({}),
    read: (pool, _, { control, regions }) => deploymentUsage(pool, regions, control.clock()),
    command: { path: 'usage' },
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
  'activity.list': reading({
    summary: "List what each app did with a merchant's data in the last 30 days, by area.",
    actors: ['operator', 'owner'],
    input: strictObject({ companyId: id }),
    read: async (pool, { companyId }, { control, regions }) => ({
      data: await activityAt(pool, regions, companyId, control.clock()),
      next: null,
    }),
    command: false,
  }),
} as const;
