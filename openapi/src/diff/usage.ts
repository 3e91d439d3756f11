import { readFileSync } from 'node:fs';
import { isObject, type OpenApiDocument, operationName, operationsOf, webhookName, webhooksOf } from '../document.ts';
import type { Change, Use } from './changes.ts';

interface AppUsage {
  readonly operation: string;
  readonly appId: number;
  readonly app: string;
  readonly organization: string;
  readonly requests: number;
  readonly succeeded: number;
  readonly merchants: number;
  readonly lastDay: string;
  /** Successful requests whose names were recorded. Earlier versions did not record them. */
  readonly known?: number;
  readonly names?: readonly NameUsage[];
}

interface NameUsage {
  readonly in: string;
  readonly name: string;
  readonly requests: number;
  readonly lastDay: string;
}

/** Usage by a deployment's apps, as printed by `tillgate usage --json`. */
export interface Usage {
  readonly since: string;
  readonly data: readonly AppUsage[];
  readonly unavailable: readonly string[];
}

export function readUsage(file: string): Usage {
  const usage: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isObject(usage) && Array.isArray(usage.data) && typeof usage.since === 'string') return usage as unknown as Usage;
  throw new Error(`${file}: the output of \`tillgate usage --json\` is expected`);
}

/**
 * Describes the apps that a change may affect, busiest first. An app counts if it sent the parameter or property or, for
 * other changes, if it used the operation.
 */
export type Touched = (change: Change) => string[];

/** Requests of an app that a change affects, or may affect if their names were not recorded. */
interface Hit {
  readonly row: AppUsage;
  readonly requests: number;
  readonly lastDay: string;
  readonly isCertain: boolean;
}

/** `document` describes the operations that the apps used. */
export function touchedBy({ since, data, unavailable }: Usage, document: OpenApiDocument): Touched {
  const ids = new Map(operationsOf(document).map((found) => [operationName(found), found.operation.operationId]));
  const webhooks = new Set(webhooksOf(document).map(webhookName));
  const without = unavailable.length > 0 ? [`usage lacks ${unavailable.join(', ')}, which was not available`] : [];

  function hitsOf(use: Use): Hit[] {
    // A change to the whole document affects every operation.
    const rows = data.filter(({ operation }) => use.operation === '' || operation === ids.get(use.operation));
    return rows.flatMap((row) => hitOf(row, use) ?? []);
  }

  return function touched({ uses }) {
    const hits = Map.groupBy(uses.flatMap(hitsOf), ({ row, isCertain }) => `${row.appId} ${isCertain}`);
    const sentences = [...hits.values()]
      .map((some) => busiestOf(some))
      .sort((a, b) => total(b) - total(a))
      .map(sentenceOn);
    if (sentences.length === 0 && uses.some(({ operation }) => webhooks.has(operation)))
      return ['whether an app receives the webhook is not known'];
    if (sentences.length === 0) return [`used by no app since ${since}`, ...without];
    const isReceived = uses.some((use) => use.in === 'response');
    return [...sentences, ...(isReceived ? [OF_RESPONSE] : []), ...without];
  };
}

const OF_RESPONSE = 'whether an app reads this part of the response is not known';

function hitOf(row: AppUsage, use: Use): Hit | undefined {
  const { requests, lastDay, succeeded, known = 0, names = [] } = row;
  if (use.name === undefined) return { row, requests, lastDay, isCertain: true };
  const used = names.find((name) => name.in === use.in && name.name === use.name);
  if (used) return { row, requests: used.requests, lastDay: used.lastDay, isCertain: true };
  return succeeded > known ? { row, requests: succeeded - known, lastDay, isCertain: false } : undefined;
}

/** Counts an operation once, even if it uses a shared part in several places. */
const busiestOf = (hits: readonly Hit[]): Hit[] =>
  [...Map.groupBy(hits, ({ row }) => row.operation).values()].map((some) =>
    some.reduce((most, hit) => (hit.requests > most.requests ? hit : most)),
  );

const total = (hits: readonly Hit[]): number => hits.reduce((sum, { requests }) => sum + requests, 0);

function sentenceOn(hits: readonly Hit[]): string {
  const [{ row, isCertain }] = hits as [Hit];
  const merchants = Math.max(...hits.map((hit) => hit.row.merchants));
  const last = hits
    .map(({ lastDay }) => lastDay)
    .sort()
    .at(-1);
  const operations = hits.map((hit) => hit.row.operation).join(', ');
  const who = `${row.app} of ${row.organization} (app ${row.appId})`;
  if (!isCertain)
    return `may be used by ${who}: what was sent in ${counted(total(hits), 'request')} is not known (${operations})`;
  const all = hits.reduce((sum, hit) => sum + hit.row.requests, 0);
  const some = total(hits) < all ? `${total(hits)} of ` : '';
  return `used by ${who}: ${some}${counted(all, 'request')} for ${counted(merchants, 'merchant')}, last on ${last} (${operations})`;
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
