import process from 'node:process';
import { Readable } from 'node:stream';
import { html } from 'hono/html';
import type { AuditEntry } from '../../control/audit-log.ts';
import type { Page as Rows } from '../../control/page.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { attempt, formProblems } from '../kit/fields.ts';
import { instantOf, instantText, when } from '../kit/instants.ts';
import { ask, formOf, inputIn, submits } from '../kit/operation-screens.ts';
import { dataTable, olderLink, ownForm, tabs } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import { auditDetails } from '../shared/words.ts';
import { list, type OperatorScreen } from './screens.ts';

const STATES = { ok: ['good', 'OK'], warning: ['refused', 'Warning'], failed: ['failed', 'Failed'] } as const;

export const healthScreen: OperatorScreen = {
  path: '/operator',
  name: 'health',
  async show({ operations, deps }) {
    const { version } = await operations.call('deployment.show', {});
    const { findings } = await operations.call('deployment.check', {});
    const { data: submitted } = await operations.call('app.list', { state: 'SUBMITTED', limit: 200 });
    const wrong = findings.filter(({ status }) => status !== 'ok').length;
    const { counters, requestLog } = deps;
    const { sharing } = counters;
    const counting = sharing?.up ? 'Counts rate limits' : 'Unreachable: each process counts on its own';
    const body = html`<h1>Health</h1>
    <p class="lead">${wrong === 0 ? 'All checks passed just now.' : `${wrong} of ${findings.length} checks need attention.`}</p>
    <section class="card"><dl>
      <div><dt>Version</dt><dd>${version}</dd></div>
      <div><dt>Apps waiting for review</dt><dd><a href="/operator/reviews">${submitted.length}</a></dd></div>
    </dl></section>
    ${dataTable('Databases and regions', findings, [
      ['State', ({ status }) => html`<span class="outcome ${STATES[status][0]}">${STATES[status][1]}</span>`],
      ['Check', ({ check }) => check],
      [
        'Found',
        (finding) => html`${finding.found}${'fix' in finding && html`<br /><strong>Fix:</strong> ${finding.fix}`}`,
      ],
    ])}
    <section class="card">
  <h2>This process</h2>
  <p>With several workers, each has its own figures; <code>/metrics</code> of the operations listener adds them up.</p>
  <dl><div><dt>Process</dt><dd>${process.pid}</dd></div>
    <div><dt>Redis</dt><dd>${sharing ? counting : 'Not used'}</dd></div>
    <div><dt>Requests logged</dt><dd>${requestLog.counts.written}</dd></div>
    <div><dt>Waiting to be logged</dt><dd>${requestLog.waiting}</dd></div>
    <div><dt>Dropped from the log</dt><dd>${requestLog.counts.dropped}</dd></div></dl>
</section>`;
    return { title: 'Health', body };
  },
};

const KEYS_PATH = '/operator/keys';

const keyTabs = (current: 'keys' | 'tokens'): Html =>
  tabs('Keys', current, [
    ['keys', 'Signing keys', KEYS_PATH],
    ['tokens', 'Admin tokens', '/operator/tokens'],
  ]);

const KEY_STATES = {
  next: 'Next',
  signing: 'Signing',
  former: 'Retired, still published',
  withdrawn: 'Withdrawn',
} as const;

export const keysScreen: OperatorScreen = {
  path: KEYS_PATH,
  name: 'keys',
  async show({ operations, view, form }) {
    const { data } = await operations.call('signing-key.list', {});
    const body = html`<h1>Keys</h1>${keyTabs('keys')}
      <p class="lead">One key signs access tokens. Partners verify tokens with the published keys.</p>
      ${dataTable('Signing keys', data, [
        ['Key', ({ kid }) => html`<code>${kid}</code>`],
        ['State', ({ state }) => KEY_STATES[state]],
        ['Signs from', ({ signsFrom }) => instantOf(signsFrom)],
        ['Published until', ({ publishedUntil }) => when(publishedUntil)],
      ])}
      <section class="card"><h2>Rotate</h2>${formProblems(form('rotateKeys'), [])}
        <p>A new key is published now and starts signing after 24 hours. The old key stays published for one more hour, so no valid token is rejected.</p>
        ${ownForm(view, KEYS_PATH, html`<p class="actions"><button class="secondary">Publish the next key</button></p>`)}
      </section>`;
    return { title: 'Signing keys', body };
  },
  forms: {
    rotateKeys: {
      change: submits('signing-key.rotate', [], {
        said: ({ signsFrom }) =>
          `The next key is published. It signs from ${instantText(DEFAULT_LANGUAGE, Date.parse(signsFrom))}.`,
      }),
    },
  },
};

const TOKENS_PATH = '/operator/tokens';

/** Tokens with which a command line on another machine acts as the operator. */
export const tokensScreen: OperatorScreen = {
  path: TOKENS_PATH,
  name: 'tokens',
  async show(visit) {
    const { operations, query } = visit;
    const { data, next } = await operations.call('admin-token.list', { after: recordId(query.get('after')) });
    const table = dataTable('Admin tokens', data, [
      ['Name', (token) => name(token.name)],
      ['Token', ({ hint }) => html`<code>…${hint}</code>`],
      ['Created', ({ createdAt }) => when(createdAt)],
      [
        'State',
        ({ adminTokenId, name: text, revokedAt }) =>
          revokedAt === null
            ? html`<a href="${TOKENS_PATH}/${adminTokenId}/revoke" aria-label="Revoke: ${text}">Revoke</a>`
            : html`Revoked ${when(revokedAt)}`,
      ],
    ]);
    const creating = { name: 'createToken', action: TOKENS_PATH, fields: ['name'] as const, submit: 'Create' };
    const body = html`<h1>Keys</h1>${keyTabs('tokens')}
      <p class="lead">With an admin token, a <code>tillgate</code> command line on another machine can do whatever an operator can. Give each machine its own.</p>
      ${data.length === 0 ? html`<p>There are no admin tokens yet.</p>` : table}
      ${olderLink(TOKENS_PATH, new URLSearchParams(), next)}
      <section class="card"><h2>Create a token</h2>${formOf(visit, 'admin-token.create', creating)}</section>`;
    return { title: 'Admin tokens', body };
  },
  forms: { createToken: { change: submits('admin-token.create', ['name']) } },
};

export const revokeTokenScreen: OperatorScreen = ask('admin-token.revoke', {
  path: `${TOKENS_PATH}/:adminTokenId/revoke`,
  name: 'revokeToken',
  async about({ operations, id }) {
    const adminTokenId = id('adminTokenId');
    // Listed after the preceding id, the token comes first.
    const page = { limit: 1, ...(adminTokenId > 1 && { after: adminTokenId - 1 }) };
    const [token] = (await operations.call('admin-token.list', page)).data;
    if (token?.adminTokenId !== adminTokenId || token.revokedAt !== null) throw new WebProblem('notFound');
    const names = { adminTokenId: `admin token ${token.name} …${token.hint}` };
    return { names, back: TOKENS_PATH };
  },
  to: () => TOKENS_PATH,
});

const AUDIT_PATH = '/operator/audit';

const FILTERS = ['event', 'organizationId', 'appId', 'companyId', 'userId', 'since', 'until'] as const;

export const auditScreen = list('audit.list', {
  path: AUDIT_PATH,
  name: 'audit',
  title: 'Audit log',
  filters: FILTERS,
  above(query) {
    const all = new URLSearchParams(query);
    all.delete('after');
    return html`<p><a class="button secondary" href="${AUDIT_PATH}.csv?${all}">Download as CSV</a></p>`;
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
  path: `${AUDIT_PATH}.csv`,
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
