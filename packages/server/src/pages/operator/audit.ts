import { Readable } from 'node:stream';
import { html } from 'hono/html';
import type { AuditEntry } from '../../control/audit-log.ts';
import type { Page as Rows } from '../../control/page.ts';
import { attempt } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { inputIn } from '../kit/operation-screens.ts';
import { type Html, name } from '../languages/html.ts';
import { auditDetails } from '../shared/words.ts';
import { list, type OperatorScreen } from './screens.ts';

const PATH = '/operator/audit';

const FILTERS = [
  'event',
  'organizationId',
  'appId',
  'companyId',
  'userId',
  { name: 'since', attributes: html`type="date"` },
  { name: 'until', attributes: html`type="date"` },
] as const;

export const auditScreen = list('audit.list', {
  path: PATH,
  name: 'audit',
  title: 'Audit log',
  filters: FILTERS,
  above(query) {
    const all = new URLSearchParams(query);
    all.delete('after');
    return html`<p><a class="button secondary" href="${PATH}.csv?${all}">Download as CSV</a></p>`;
  },
  caption: 'Entries, newest first',
  columns: [
    ['At', ({ at }) => instantOf(at, 'second')],
    ['Event', ({ event }) => event],
    ['About', about],
    ['From', ({ source }) => source ?? '–'],
    ['Details', (entry) => auditDetails(entry) ?? '–'],
  ],
});

function about({ organizationId, appId, companyId, userId, names }: AuditEntry): Html {
  const link = (noun: keyof NonNullable<AuditEntry['names']>, folder: string, id: number | null) =>
    id !== null && html`<li>${noun} <a href="/operator/${folder}/${id}">${name(String(names?.[noun] ?? id))}</a></li>`;
  return html`<ul>${link('organization', 'organizations', organizationId)}${link('app', 'apps', appId)}
    ${link('merchant', 'merchants', companyId)}${link('person', 'people', userId)}</ul>`;
}

const CHUNK = 200;

/** All entries that match the filters, streamed as CSV. */
export const auditCsvScreen: OperatorScreen = {
  path: `${PATH}.csv`,
  name: 'auditCsv',
  async show(visit) {
    const { ctx, operations, query } = visit;
    const search = inputIn('audit.list', query, FILTERS);
    const read = (after?: number) => operations.call('audit.list', { ...search, limit: CHUNK, after });
    const outcome = await attempt(query, () => read());
    if ('rejected' in outcome) return auditScreen.show(visit);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Content-Disposition', 'attachment; filename="audit-log.csv"');
    ctx.body = Readable.from(csvOf(outcome.done, read));
    return undefined;
  },
};

const COLUMNS = [
  'id',
  'at',
  'event',
  'organizationId',
  'appId',
  'companyId',
  'userId',
  'source',
  'correlationId',
  'details',
] as const satisfies readonly (keyof AuditEntry)[];

async function* csvOf(
  first: Rows<AuditEntry>,
  read: (after: number) => Promise<Rows<AuditEntry>>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let page = first; ; page = await read(page.next)) {
    for (const entry of page.data) {
      yield csvLine(COLUMNS.map((column) => (column === 'details' ? JSON.stringify(entry.details) : entry[column])));
    }
    if (page.next === null) return;
  }
}

/** Characters that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180). Prefixes formulas with an apostrophe, which spreadsheets do not show. */
const csvLine = (cells: readonly unknown[]): string =>
  `${cells
    .map((value) => {
      if (value === null || value === undefined) return '';
      if (typeof value === 'number') return String(value);
      const text = String(value);
      return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    })
    .join(',')}\r\n`;
