import type { RuleOutcome, TrafficCheck } from '../../control/traffic-check.ts';
import { command } from '../command.ts';
import { missing } from '../text.ts';

const timesOf = (times: number): string => (times === 1 ? 'once' : `${times} times`);

function brokenText({ name, rule, fix, guide, times, lastAt, requests }: RuleOutcome): string {
  const shown = requests.map(
    ({ at, status, method, path, query, correlationId }) =>
      `    ${at}  ${status}  ${method} ${path}${query && `?${query}`}  ${correlationId}\n`,
  );
  return `${name}: broken ${timesOf(times)}, last at ${lastAt}.\n  ${rule}\n  Fix: ${fix}\n  Guide: /docs/guides/${guide}\n${shown.join('')}`;
}

function sayCheck({ since, requests, rules, ...check }: TrafficCheck): string {
  const broken = rules.filter(({ times }) => times > 0);
  const untried = rules.filter(({ times, triedAt }) => times === 0 && triedAt === null).map(({ name }) => name);
  const kept = rules.length - broken.length - untried.length;
  const summary = requests === 0 ? 'There is no traffic to check yet.' : `No finding for ${kept} rules.`;
  const hint = untried.length > 0 ? `Not tried yet: ${untried.join(', ')}.\n` : '';
  return `${requests} requests since ${since}.\n\n${broken.map((one) => `${brokenText(one)}\n`).join('')}${summary}\n${hint}${missing(check)}`;
}

const TRIED = {
  alias: 'names the API by its alias in new tokens',
  away: 'gets 503 from every region',
  endpoint: 'has webhook endpoints whose responses count as failures',
  late: 'gets its responses 15 seconds late',
  limit: 'can send one request a minute',
};

export const TRAFFIC_COMMANDS = [
  command('app check', 'app.check', { say: sayCheck }),
  command('app forge-callback', 'app.forge-callback', {
    flags: { uri: '--redirect-uri <uri>' },
    help: { uri: 'redirect URI to use (default: the first)' },
    say: ({ url }) => `${url}\n`,
  }),
  command('app rehearse', 'app.rehearse', {
    args: ['appId', 'kind'],
    help: {
      kind: Object.entries(TRIED)
        .map(([kind, text]) => `${kind}: it ${text}`)
        .join('; '),
    },
    done: ({ appId, kind, endsAt }) =>
      `App ${appId} ${TRIED[kind]} in the sandbox until ${endsAt}. It begins within 30 seconds.`,
  }),
];
