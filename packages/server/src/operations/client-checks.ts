import { integer, maxValue, metadata, minValue, number, optional, pipe, strictObject } from 'valibot';
import { changeControl } from '../control/control.ts';
import { describeApp } from '../control/describe-app.ts';
import { id, oneOf, redirectUri } from '../control/input.ts';
import { currentRehearsals, ForgedCodes, forgeCallback, REHEARSALS, startRehearsal } from '../control/rehearsals.ts';
import { checkTraffic, type RuleOutcome, type TrafficCheck } from '../control/usage.ts';
import { serverKey } from '../database/secrets.ts';
import { acting, changing, FOR_DEVELOPERS, reading } from './operation.ts';
import { missing } from './text.ts';

const whole = (most: number, least = 1) => {
  const rule = `must be an integer from ${least} to ${most}`;
  return pipe(number(rule), integer(rule), minValue(least, rule), maxValue(most, rule));
};

function sayCheck({ since, requests, rules, ...check }: TrafficCheck): string {
  const inState = (wanted: RuleOutcome['state']) => rules.filter(({ state }) => state === wanted);
  const found = inState('broken').map(({ name, rule, fix, guide, times, brokenSince, lastAt, requests: shown }) => {
    const lines = shown.map(
      ({ at, status, method, path, query, correlationId }) =>
        `    ${at}  ${status}  ${method} ${path}${query && `?${query}`}  ${correlationId}\n`,
    );
    const often = times === 1 ? 'once' : `${times} times`;
    return `${name}: broken since ${brokenSince}, ${often}, last at ${lastAt}.\n  ${rule}\n  Fix: ${fix}\n  Guide: /docs/guides/${guide}\n${lines.join('')}\n`;
  });
  const list = (heading: string, lines: readonly string[]) =>
    lines.length > 0 ? `${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}` : '';
  const unseen = inState('unseen').map(({ name, shownBy }) => `${name}: shown by ${shownBy}`);
  const kept = inState('kept').map(({ name, kept: shown }) => `${name}${shown > 0 ? ` (${shown} requests)` : ''}`);
  return `${requests} requests since ${since}.\n\n${found.join('')}${list('Kept', kept)}${list('Not seen yet', unseen)}${missing(check)}`;
}

const TRIED = {
  alias: 'names the API by its alias in new tokens',
  approval: 'reads with its keys only the stores that an owner has approved',
  away: 'gets 503 from every region',
  endpoint: 'has webhook endpoints whose responses count as failures',
  late: 'gets its responses 15 seconds late',
  limit: 'can send one request a minute',
};

export const CHECK_OPERATIONS = {
  'app.check': reading({
    summary: 'Check which rules for clients the traffic of an app kept or broke in the last days.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      appId: id,
      days: optional(pipe(whole(30), metadata({ value: 'days', help: 'days, including today (default: 7)' })), 7),
    }),
    async read(pool, { appId, days }, call) {
      return checkTraffic(call, await describeApp(pool, appId), days);
    },
    say: sayCheck,
  }),
  'app.forge-callback': acting({
    summary: 'Forge a callback to an app, which it must reject by its state. Open its address in a browser.',
    ...FOR_DEVELOPERS,
    input: strictObject({ appId: id, uri: optional(redirectUri) }),
    async act({ control, origin, secrets }, { appId, uri }) {
      const codes = new ForgedCodes(await serverKey(await secrets(), 'forged-callbacks'));
      return changeControl(control, origin, (tx) => forgeCallback(tx, appId, uri, codes));
    },
    fields: { uri: { flag: '--redirect-uri <uri>', help: 'redirect URI to use (default: the first)' } },
    say: ({ url }) => `${url}\n`,
  }),
  'app.rehearse': changing({
    summary: 'Let an app meet a condition in the sandbox for some minutes, or end it.',
    ...FOR_DEVELOPERS,
    input: strictObject({
      appId: id,
      kind: oneOf(REHEARSALS),
      minutes: optional(
        pipe(whole(60, 0), metadata({ value: 'minutes', help: 'how long (default: 20); 0 ends it' })),
        20,
      ),
    }),
    async change(tx, { appId, kind, minutes }) {
      return { appId, kind, ...(await startRehearsal(tx, appId, kind, minutes)) };
    },
    fields: {
      kind: Object.entries(TRIED)
        .map(([kind, text]) => `${kind}: it ${text}`)
        .join('; '),
    },
    command: { args: ['appId', 'kind'] },
    done: ({ appId, kind, endsAt }, { minutes }) =>
      minutes === 0
        ? `The condition ${kind} of app ${appId} ends within 30 seconds.`
        : `App ${appId} ${TRIED[kind]} in the sandbox until ${endsAt}. It begins within 30 seconds.`,
  }),
  'rehearsal.list': reading({
    summary: 'List the conditions that the apps of an organization meet in the sandbox now.',
    ...FOR_DEVELOPERS,
    input: strictObject({ organizationId: id }),
    read: async (pool, { organizationId }, { control }) => {
      const current = await currentRehearsals(pool, organizationId, control.clock());
      return { data: current.map((one) => ({ ...one, state: TRIED[one.kind] })), next: null };
    },
    columns: { APP: ({ appId, app }) => `${appId} ${app}`, CONDITION: 'kind', UNTIL: 'endsAt' },
    command: { path: 'app rehearsals' },
  }),
} as const;
