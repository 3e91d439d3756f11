import { type OpenApiDocument, operationName, operationsOf } from '../document.ts';
import type { LogEntry, LoggedChange } from './versions.ts';

/** Content of the page with the contract's changelog. */
export function changelogHtml(entries: readonly LogEntry[], document: OpenApiDocument): string {
  const lines = ['<h1>Changelog of the contract</h1>', ...goingAway(document), ...entries.map(entryHtml)];
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

function entryHtml({ version, since, changes }: LogEntry): string {
  const name = version ?? 'Unreleased';
  const { breaking = [], others = [] } = Object.groupBy(changes, (one) => (one.breaking ? 'breaking' : 'others'));
  return [
    `<h2 id="${name.toLowerCase()}">${name}</h2>`,
    `<p>Compared with ${since}: ${breaking.length} breaking, ${others.length} not breaking.</p>`,
    ...(breaking.length > 0 ? ['<h3>Breaking</h3>', listHtml(breaking)] : []),
    ...Object.entries(Object.groupBy(others, ({ operation = 'In general' }) => operation)).map(
      ([subject, some = []]) =>
        `<details><summary><code>${escaped(subject)}</code> (${some.length})</summary>${listHtml(some)}</details>`,
    ),
  ].join('\n');
}

const listHtml = (changes: readonly LoggedChange[]): string =>
  `<ul>${changes.map(({ id, reason }) => `<li><code>${escaped(id)}</code>${reason ? `<p>${escaped(reason)}</p>` : ''}</li>`).join('')}</ul>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
