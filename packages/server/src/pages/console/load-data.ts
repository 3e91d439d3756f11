import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { html, raw } from 'hono/html';
import { batchSender, type LoadResult, loadItems } from '../../back-office/files/load-items.ts';
import { type ItemFile, readItems } from '../../back-office/files/read-items.ts';
import { unreadable } from '../../back-office/files/read-rows.ts';
import type { AppSummary } from '../../control/describe-app.ts';
import type { Merchant } from '../../control/merchants.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { EMPTY_FORM, fileField, formProblems, rejectedField, selectField } from '../kit/fields.ts';
import type { Page } from '../kit/layout.ts';
import { dataTable, hidden, notice } from '../kit/page.ts';
import { isExceeded } from '../kit/sign-in.ts';
import type { Html } from '../languages/html.ts';
import { type ConsoleScreen, type ConsoleVisit, noApp } from './layout.ts';
import { merchantPage, merchantPath } from './merchants.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_BYTES = 8 * MEBIBYTE;

/** More lines than 8 MiB of items have. A line costs more than its bytes. */
const MOST_LINES = 100_000;

/** Maximum length of a compressed file in a page. A catalogue of 8 MiB stays far below it. */
const MOST_PACKED = 3 * MEBIBYTE;

/** Above the accepted file size, so that a slightly larger file is reported at its field. */
const UPLOAD_BYTES = 12 * MEBIBYTE;

/** Milliseconds after which the rest of a file is left to the next request. */
const PATIENCE = 15_000;

/** Reads a file of items, tries it by a dry run, and loads it through the API with the credential of an app. */
export const loadDataScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/data',
  name: 'loadData',
  upload: UPLOAD_BYTES,
  async show(visit) {
    const { merchant, apps } = await placeOf(visit);
    return page(
      merchant,
      apps.length === 0
        ? noApp(visit, 'Only apps of the product FULL can write items.')
        : chooser(visit, apps, visit.form('loadData')),
    );
  },
  async change(visit) {
    const { merchant, apps } = await placeOf(visit);
    const { limits } = visit.deps;
    const budget = await spend(visit.deps, `load-data:${visit.organizationId}`, limits.fileLoads);
    if (isExceeded(visit.ctx, budget)) {
      const message = `An organization can load ${limits.fileLoads} files a minute. Wait a minute, then try again.`;
      throw rejectedField('file', message, 429);
    }
    const bytes = await sentFile(visit);
    const packed = (await promisify(deflateRaw)(bytes)).toString('base64');
    if (packed.length > MOST_PACKED)
      throw unreadable('is too large even when compressed. Split it, or load it with `tillgate data load`.');
    const from = recordId(visit.fields.get('from')) ?? 0;
    const dryRun = visit.fields.get('step') !== 'load';
    const file = await readItems(inTurns(bytes));
    const appId = recordId(visit.fields.get('app')) ?? 0;
    const of = { appId, companyId: merchant.companyId };
    const token = async () => (await visit.operations.call('app.token', { ...of, isOfConsole: true })).accessToken;
    await token();
    const end = performance.now() + PATIENCE;
    const send = batchSender({ apiUrl: `${visit.deps.apiOrigin()}/v1`, token, dryRun });
    const result = await loadItems(file, send, { from, isOver: () => performance.now() > end });
    if (result.rows === 0 && result.stopped === undefined) throw unreadable('has no rows.');
    const outcome: Outcome = { appId, packed, dryRun, file, from, result };
    return page(merchant, html`${outcomeSection(visit, merchant, outcome)}${chooser(visit, apps)}`);
  },
};

async function placeOf(visit: ConsoleVisit): Promise<{ merchant: Merchant; apps: readonly AppSummary[] }> {
  const { operations, organizationId, id } = visit;
  const merchant = await operations.call('merchant.show', { companyId: id('companyId') });
  const { data } = await operations.call('app.list', { organizationId, product: 'FULL', limit: 200 });
  return { merchant, apps: data.filter(({ state }) => state !== 'ARCHIVED') };
}

const page = (merchant: Merchant, content: Html): Page =>
  merchantPage(
    merchant,
    'Load data',
    html`<p class="lead">Items from a file, written by <code>POST /items/batch</code> with the credential of one of your apps.</p>
    ${content}`,
  );

function chooser({ view, ctx }: ConsoleVisit, apps: readonly AppSummary[], filled = EMPTY_FORM): Html {
  return html`<form class="card" method="post" enctype="multipart/form-data" action="${ctx.path}">
    <h2>File</h2>
    ${hidden('token', view.formToken)} ${formProblems(filled, ['app', 'file'])}
    ${selectField(
      filled,
      { name: 'app', label: 'App' },
      apps.map((app) => [String(app.id), `${app.name} (${app.id})`]),
    )}
    ${fileField(filled, {
      name: 'file',
      label: 'Items',
      hint: html`CSV whose first row names the columns, or NDJSON with an item on each line; UTF-8, at most ${MOST_BYTES / MEBIBYTE} MiB. Columns have the names of an item's properties, such as <code>externalId</code>, <code>name</code>, <code>price</code> and <code>barcodes</code>.`,
      attributes: html`accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"`,
    })}
    <div class="actions"><button>Dry run</button></div>
    <p class="small">A dry run shows what each column becomes and which rows would fail. It stores nothing.</p>
  </form>`;
}

interface Outcome {
  readonly appId: number;
  /** The compressed file, as a field of the next form. */
  readonly packed: string;
  readonly dryRun: boolean;
  readonly file: ItemFile;
  readonly from: number;
  readonly result: LoadResult;
}

function outcomeSection(visit: ConsoleVisit, merchant: Merchant, outcome: Outcome): Html {
  const { dryRun, file, from, result } = outcome;
  const { rows, created, changed, failed, problems, stopped } = result;
  const isWhole = stopped === undefined;
  const loaded = isWhole ? 'Loaded' : 'Loaded in part';
  const span = from > 0 ? `Rows ${from + 1} to ${rows}` : `${rows} ${rows === 1 ? 'row' : 'rows'}`;
  const verb = dryRun ? 'would be ' : '';
  const columns = dataTable('What each column becomes', file.columns, [
    ['Column', ({ header }) => header],
    ['Becomes', ({ property }) => (property ? html`<code>${property}</code>` : 'Not loaded')],
    ['Read as', ({ property, kind }) => (property ? kind : undefined)],
  ]);
  const caption = failed > problems.length ? `The first ${problems.length} problems` : 'Problems';
  const wrong = dataTable(caption, problems, [
    ['Line', ({ line }) => line, 'number'],
    ['Column', ({ column }) => column],
    ['Problem', ({ message }) => message],
  ]);
  return html`<section class="card" id="outcome">
    <h2>${dryRun ? 'Dry run' : loaded}</h2>
    <p role="status">${span}: ${created} ${verb}created, ${changed} ${verb}changed, ${failed} ${dryRun ? 'would fail' : 'failed'}.</p>
    ${stopped && notice('hint', stopped)}
    ${file.columns.length > 0 && columns}
    ${problems.length > 0 && wrong}
    ${(!isWhole || (dryRun && created + changed > 0)) && nextForm(visit, outcome)}
    <p class="small">Loading a file again is safe: an item is found by its <code>externalId</code>, or else its <code>itemCode</code>, and changed to what the row states. ${isWhole && !dryRun && html`<a href="${merchantPath(merchant)}">Back to the merchant</a>`}</p>
  </section>`;
}

/** Contains the file, so that it need not be chosen again: the server stores none. */
function nextForm({ view, ctx }: ConsoleVisit, { appId, packed, dryRun, result }: Outcome): Html {
  const whole = result.stopped === undefined;
  const [step, from, label] =
    dryRun && whole ? ['load', 0, 'Load'] : [dryRun ? 'try' : 'load', result.rows, 'Continue'];
  return html`<form method="post" enctype="multipart/form-data" action="${ctx.path}">
    ${hidden('token', view.formToken)} ${hidden('app', appId)} ${hidden('step', step)} ${hidden('from', from)} <input type="hidden" name="packed" value="${raw(packed)}" />
    <div class="actions"><button>${label}</button></div>
  </form>`;
}

/** The chosen file, or the one that the previous form contained. */
async function sentFile({ ctx, fields }: ConsoleVisit): Promise<Buffer> {
  const packed = fields.get('packed');
  const unpacked = (text: string) =>
    promisify(inflateRaw)(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES }).catch((cause) => {
      throw new WebProblem('mediaType', {}, { cause });
    });
  const bytes = packed === null ? (ctx.state.upload ?? Buffer.alloc(0)) : await unpacked(packed);
  if (bytes.length === 0) throw unreadable('is empty, or was not chosen.');
  if (bytes.length > MOST_BYTES)
    throw unreadable(`is larger than ${MOST_BYTES / MEBIBYTE} MiB. Split it, or load it with \`tillgate data load\`.`);
  let lines = 0;
  for await (const chunk of inTurns(bytes)) for (const byte of chunk) lines += Number(byte === 0x0a);
  if (lines > MOST_LINES)
    throw unreadable(`has more than ${MOST_LINES} lines. Split it, or load it with \`tillgate data load\`.`);
  return bytes;
}

const CHUNK = 4 * 1024;

/** Parts of a file; other requests take turns between them. */
async function* inTurns(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK);
    await nextTurn();
  }
}
