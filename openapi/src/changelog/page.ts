import { type OpenApiDocument, operationName, operationsOf } from '../document.ts';
import type { LogEntry, LoggedChange } from './versions.ts';

const GENERAL = 'In general';

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
  const [breaking, others] = [
    changes.filter((change) => change.breaking),
    changes.filter((change) => !change.breaking),
  ];
  return [
    `<h2 id="${name.toLowerCase()}">${name}</h2>`,
    `<p>Compared with ${since}: ${breaking.length} breaking, ${others.length} not breaking.</p>`,
    ...(breaking.length > 0 ? ['<h3>Breaking</h3>', listHtml(breaking)] : []),
    ...Object.entries(Object.groupBy(others, subjectOf)).map(
      ([subject, some = []]) =>
        `<details><summary><code>${escaped(subject)}</code> (${some.length})</summary>${listHtml(some)}</details>`,
    ),
  ].join('\n');
}

const subjectOf = ({ operation = GENERAL }: LoggedChange): string => operation;

const listHtml = (changes: readonly LoggedChange[]): string =>
  `<ul>${changes.map(({ id, reason }) => `<li><code>${escaped(id)}</code>${reason ? `<p>${escaped(reason)}</p>` : ''}</li>`).join('')}</ul>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A self-contained page of the changelog. */
export const changelogPage = (content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Changelog · Tillgate Partner API</title>
<style>
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
code { overflow-wrap: anywhere; }
</style>
</head>
<body>
${content}</body>
</html>
`;
