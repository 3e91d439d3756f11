import { type OpenApiDocument, operationName, operationsOf } from '../document.ts';
import type { LogEntry, LoggedChange } from './versions.ts';

/** Content of the page with the contract's changelog. */
export function changelogHtml(entries: readonly LogEntry[], document: OpenApiDocument): string {
  const summaries = new Map(
    operationsOf(document).map((found) => [operationName(found), found.operation.summary ?? ''] as const),
  );
  const versions = entries.map((entry) => entryHtml(entry, summaries));
  const lines = ['<h1>Changelog of the contract</h1>', ...goingAway(document), ...versions];
  return `${lines.join('\n')}\n`;
}

function goingAway(document: OpenApiDocument): string[] {
  const deprecated = operationsOf(document).filter(({ operation }) => operation.deprecated);
  const items = deprecated.map(
    (found) => `<li><code>${escaped(operationName(found))}</code> after ${found.operation['x-tillgate-sunset']}</li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>Nothing is deprecated.</p>';
  return ['<h2 id="deprecated">Going away</h2>', list];
}

function entryHtml({ version, since, changes }: LogEntry, summaries: ReadonlyMap<string, string>): string {
  const name = version ?? 'Unreleased';
  const {
    added = [],
    breaking = [],
    others = [],
  } = Object.groupBy(changes, ({ id, breaking }) =>
    id.endsWith(': operation added') ? 'added' : breaking ? 'breaking' : 'others',
  );
  const operations = added.map(({ operation = '' }) => {
    const summary = escaped(summaries.get(operation) ?? '');
    return `<li><code>${escaped(operation)}</code> ${summary}</li>`;
  });
  return [
    `<h2 id="${name.toLowerCase()}">${name}</h2>`,
    `<p>Since the release of ${since}.${changes.length === 0 ? ' Nothing has changed that a client can observe.' : ''}</p>`,
    ...(operations.length > 0 ? [`<h3>New operations</h3><ul>${operations.join('')}</ul>`] : []),
    ...(others.length > 0 ? ['<h3>Additions</h3>', ...additionsHtml(others)] : []),
    ...(breaking.length > 0 ? [EXCEPTIONS, ...groupsHtml(breaking, ({ reason = 'No reason yet.' }) => reason)] : []),
  ].join('\n');
}

const EXCEPTIONS = `<h3>Exceptions</h3>
<p>By the letter of the contract, these may concern a client that checks responses strictly, or that sends what makes no sense.</p>`;

/** What has changed, without the operation and the status: `query parameter 'ids': added`. */
function whatOf({ id, operation }: LoggedChange): string {
  const what = operation && id.startsWith(`${operation}: `) ? id.slice(operation.length + 2) : id;
  const plain = what.replace(/response \d+: /, 'response: ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Changes that operations have in common, such as a parameter, as one line each; the others by their operation. */
function additionsHtml(changes: readonly LoggedChange[]): string[] {
  const byWhat = Object.groupBy(changes, whatOf);
  const isCommon = (change: LoggedChange) => (byWhat[whatOf(change)]?.length ?? 0) > 1;
  return [
    ...groupsHtml(changes.filter(isCommon), whatOf),
    ...groupsHtml(
      changes.filter((change) => !isCommon(change)),
      ({ operation = 'In general' }) => operation,
    ),
  ];
}

/** A line that opens for each heading. */
function groupsHtml(changes: readonly LoggedChange[], headingOf: (change: LoggedChange) => string): string[] {
  return Object.entries(Object.groupBy(changes, headingOf)).map(([heading, some = []]) => {
    const ids = some.map(({ id }) => `<li><code>${escaped(id)}</code></li>`);
    const count = some.length > 1 ? ` (${some.length})` : '';
    return `<details><summary>${escaped(heading)}${count}</summary><ul>${ids.join('')}</ul></details>`;
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
