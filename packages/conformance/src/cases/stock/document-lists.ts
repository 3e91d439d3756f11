import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered } from '../expect/lists.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { dayAt, INSTANTS } from '../fixtures/directory.ts';
import { change, type Kind, lineOf, newDocument, PURCHASES, receive, TRANSFERS } from '../fixtures/documents.ts';

/** Common filters of the lists of purchase orders and stock transfers. */

interface List {
  readonly kind: Kind;
  readonly subject: string;
  /** Id of the list's operation. */
  readonly operation: string;
  /** The case on the filter by state. */
  readonly stateCase: string;
  /** The store whose calendar applies. */
  readonly store: 'storeId' | 'fromStoreId';
}

const LISTS: readonly List[] = [
  {
    kind: PURCHASES,
    subject: 'purchase-orders',
    operation: 'listPurchaseOrders',
    stateCase: 'purch-status',
    store: 'storeId',
  },
  {
    kind: TRANSFERS,
    subject: 'stock-transfers',
    operation: 'listStockTransfers',
    stateCase: 'transfer-status',
    store: 'fromStoreId',
  },
];

export const draftOf = async (t: CaseContext, kind: Kind, fields: object = {}): Promise<Rec> =>
  (await newDocument(t, kind, fields)).document;

/** One document on each of three consecutive days. */
export async function onDays(t: CaseContext, kind: Kind, fields: object = {}): Promise<[Rec, Rec, Rec]> {
  const documents: Rec[] = [];
  for (const day of ['2001-05-01', '2001-05-02', '2001-05-03'])
    documents.push(await draftOf(t, kind, { [kind.date]: day, ...fields }));
  return documents as [Rec, Rec, Rec];
}

const casesOf = ({ kind, subject: name, operation, stateCase, store }: List): Case[] => {
  const example = subject('examples', name);
  const { path, date } = kind;
  const parameters = (...names: string[]) => names.map((one) => `op.${operation}.param.${one}`);
  return [
    example(
      'dates',
      [`${kind.name}.dates`, ...parameters('fromDate', 'toDate')],
      `the bounds of dates are inclusive and apply to ${date}, not to the day of entry`,
      async (t) => {
        const documents = await onDays(t, kind);
        const [first, second, third] = documents;
        await expectFiltered(t, path, 'fromDate=2001-05-02', documents, [second, third]);
        await expectFiltered(t, path, 'toDate=2001-05-02', documents, [first, second]);
        await expectFiltered(t, path, 'fromDate=2001-05-02&toDate=2001-05-02', documents, [second]);
        await expectFiltered(t, path, 'fromDate=2001-05-04', documents, []);
        for (const bound of ['fromDate', 'toDate'])
          t.expectStatus(await t.as().get(`${path}?${bound}=2001-02-30`), 400, 'partner.validation_failed');
      },
    ),
    example(
      'instants',
      [`${kind.name}.date_instants`, ...parameters('fromDate', 'toDate')],
      `an instant as a bound stands for the calendar day at ${store}`,
      async (t) => {
        const documents = await onDays(t, kind);
        for (const sent of INSTANTS) {
          const day = await dayAt(t, decodeURIComponent(sent), documents[0][store]);
          const from = documents.filter((one) => String(one[date]) >= day);
          const to = documents.filter((one) => String(one[date]) <= day);
          await expectFiltered(t, path, `fromDate=${sent}`, documents, from);
          await expectFiltered(t, path, `toDate=${sent}`, documents, to);
        }
        for (const wrong of ['2001-05-02T00:00:00', '2001-05-02T25:00:00Z', '2001-02-30T00:00:00Z']) {
          const answer = await t.as().get(`${path}?fromDate=${wrong}`);
          expectRejectedAt(t, answer, 400, 'partner.validation_failed', 'fromDate');
        }
      },
    ),
    example(
      stateCase,
      [`${kind.name}.filter.${kind.state}`, ...parameters(kind.state)],
      `${kind.state} selects drafts, partly or fully received documents`,
      async (t) => {
        const whole = (await newDocument(t, kind, {}, 'true')).document;
        const [plain, partly] = [await draftOf(t, kind), await draftOf(t, kind)];
        t.requireStatus(await receive(t, kind, partly, [{ lineId: lineOf(partly), quantity: '1' }]), 200);
        const documents = [plain, partly, whole];
        for (const [state, document] of documents.entries())
          await expectFiltered(t, path, `${kind.state}=${state}`, documents, [document]);
      },
    ),
    example(
      'voided',
      [
        ...[`${kind.name}.voided_hidden`, `${kind.name}.status_filter`, 'lists.boolean_like'],
        ...parameters('includeVoided', 'status'),
      ],
      'voided documents are hidden unless includeVoided or status=0 selects them; status decides where both are given',
      async (t) => {
        const [kept, voided] = [await draftOf(t, kind), await draftOf(t, kind)];
        t.requireStatus(await change(t, kind, voided, { status: 0 }), 200);
        const both = [kept, voided];
        for (const query of ['order=desc', 'includeVoided=false', 'includeVoided=0'])
          await expectFiltered(t, path, query, both, [kept]);
        for (const query of ['includeVoided=true', 'includeVoided=1']) await expectFiltered(t, path, query, both, both);
        for (const query of ['status=0', 'status=0&includeVoided=false', 'status=0&includeVoided=true'])
          await expectFiltered(t, path, query, both, [voided]);
        for (const query of ['status=1', 'status=1&includeVoided=true'])
          await expectFiltered(t, path, query, both, [kept]);
        t.expectStatus(await t.as().get(`${path}/${voided.id}`), 200);
      },
    ),
  ];
};

export const DOCUMENT_LIST_CASES: readonly Case[] = LISTS.flatMap(casesOf);
