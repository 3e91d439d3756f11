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
import { id, instantText, PAGING } from '../control/input.ts';
import { rehearsalUntil, startRehearsal } from '../control/rehearsals.ts';
import { activityAt, deploymentUsage, listRequests } from '../control/usage.ts';
import { bodiesOf } from '../request-log/requests.ts';
import { usageOf } from '../request-log/usage.ts';
import { changing, FOR_DEVELOPERS, reading } from './operation.ts';

const text = pipe(string('must be a string'), trim(), maxLength(100, 'must be at most 100 characters long'));
const status = pipe(
  string('must be a string'),
  trim(),
  toLowerCase(),
  regex(/^[1-5](\d\d|xx)$/, 'must be a status, such as 404, or a class of them, such as 4xx'),
);

const MINUTES = 'must be an integer from 0 to 60';
const minutes = pipe(number(MINUTES), integer(MINUTES), minValue(0, MINUTES), maxValue(60, MINUTES));

/** Operations on the log of API requests. */
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
      since: optional(instantText),
      until: optional(instantText),
      ...PAGING,
    }),
    async read(pool, { appId, limit, after, ...filter }, { control, regions }) {
      await describeApp(pool, appId);
      const page = await listRequests(regions, appId, filter, { limit, after }, control.clock());
      return { ...page, bodiesUntil: await rehearsalUntil(pool, appId, 'bodies', control.clock()) };
    },
  }),
  'request.keep-bodies': changing({
    summary: "Keep the bodies of an app's sandbox requests, each for an hour, of the latest 200 in a region.",
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, minutes: optional(pipe(minutes, metadata({ value: 'minutes' })), 60) }),
    async change(tx, { appId, minutes }) {
      return { appId, ...(await startRehearsal(tx, appId, 'bodies', minutes)) };
    },
  }),
  'request.bodies': reading({
    summary: 'Show the bodies of a sandbox request, if they were kept.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, correlationId: pipe(text, toLowerCase()) }),
    async read(pool, { appId, correlationId }, { control, regions }) {
      await describeApp(pool, appId);
      return bodiesOf(regions, appId, correlationId, control.clock());
    },
  }),
  'usage.show': reading({
    summary: "Show an app's requests of the last hour and the last 30 days.",
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id }),
    async read(pool, { appId }, { control, regions }) {
      const { requestsAMinute } = await describeApp(pool, appId);
      return { appId, requestsAMinute, ...(await usageOf(regions, appId, control.clock())) };
    },
  }),
  'usage.operations': reading({
    summary: 'List which apps used which operations, parameters and properties in the last 30 days.',
    actors: ['operator'],
    input: strictObject({}),
    read: (pool, _, { control, regions }) => deploymentUsage(pool, regions, control.clock()),
  }),
  'activity.list': reading({
    summary: "List what each app did with a merchant's data in the last 30 days, by area.",
    actors: ['operator', 'owner'],
    input: strictObject({ companyId: id }),
    read: async (pool, { companyId }, { control, regions }) => ({
      data: await activityAt(pool, regions, companyId, control.clock()),
      next: null,
    }),
  }),
} as const;
