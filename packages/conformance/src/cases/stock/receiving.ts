import type { Rec } from '../../engine/caller.ts';
import type { Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';
import { addStock, DAY, linesOf, onHand, scene } from './stock.ts';

/** Purchase orders and stock transfers, as far as they are alike: drafts that are received in part or whole. */
export interface Kind {
  readonly name: 'purchases' | 'transfers';
  readonly path: string;
  /** What its operations are called. */
  readonly noun: string;
  readonly state: 'purchStatus' | 'transferStatus';
  readonly number: 'orderNo' | 'transferNo';
  readonly date: 'orderDate' | 'date';
}

export const PURCHASES: Kind = {
  name: 'purchases',
  path: '/purchase-orders',
  noun: 'PurchaseOrder',
  state: 'purchStatus',
  number: 'orderNo',
  date: 'orderDate',
};

export const TRANSFERS: Kind = {
  name: 'transfers',
  path: '/stock-transfers',
  noun: 'StockTransfer',
  state: 'transferStatus',
  number: 'transferNo',
  date: 'date',
};

export const KINDS: readonly Kind[] = [PURCHASES, TRANSFERS];

/** Makes a case of each kind. */
export const ofEachKind =
  (example: ReturnType<typeof subject>) =>
  (
    id: string,
    proves: (kind: Kind) => readonly string[],
    title: string,
    run: (t: CaseContext, kind: Kind) => Promise<void>,
  ): Case[] =>
    KINDS.map((kind) => example(`${kind.name}.${id}`, proves(kind), `${kind.path}: ${title}`, (t) => run(t, kind)));

export interface Place {
  readonly here: number;
  readonly there: number;
  readonly supplierId: number;
  readonly itemId: number;
}

/** A line of either kind. */
export const lineFor = ({ name }: Kind, itemId: number, quantity: string, fields: object = {}): object =>
  name === 'purchases' ? { itemId, quantity, unitCost: '1.25', ...fields } : { itemId, quantity, ...fields };

/** A body of either kind; goods come to `there`. */
export const bodyOf = (kind: Kind, place: Place, lines: readonly object[], fields: object = {}): object =>
  kind.name === 'purchases'
    ? { supplierId: place.supplierId, storeId: place.there, orderDate: DAY, lines, ...fields }
    : { fromStoreId: place.here, toStoreId: place.there, date: DAY, lines, ...fields };

export interface Made {
  readonly document: Rec;
  readonly place: Place;
}

/** A document of one line of 10 of a new item, of which there are 100 at the first store. */
export async function made(t: CaseContext, kind: Kind, fields: object = {}, receive = 'false'): Promise<Made> {
  const place = await scene(t);
  await addStock(t, place.here, place.itemId, '100');
  const body = bodyOf(kind, place, [lineFor(kind, place.itemId, '10')], fields);
  return { document: await t.as().create(`${kind.path}?receive=${receive}`, body), place };
}

/** A document of two lines, 10 of one item and 4 of another. */
export async function madeOfTwo(t: CaseContext, kind: Kind): Promise<Made & { second: number }> {
  const place = await scene(t);
  const { itemId: second } = await scene(t);
  const lines = [lineFor(kind, place.itemId, '10'), lineFor(kind, second, '4')];
  const document = await t.as().create(`${kind.path}?receive=false`, bodyOf(kind, place, lines));
  return { document, place, second };
}

export const receive = (
  t: CaseContext,
  kind: Kind,
  { id }: Rec,
  lines?: readonly { lineId: number; quantity: string }[],
): Promise<Answer> => t.as().patch(`${kind.path}/${id}/receive`, lines ? { lines } : {});

export const change = (t: CaseContext, kind: Kind, { id }: Rec, fields: object): Promise<Answer> =>
  t.as().patch(`${kind.path}/${id}`, fields);

export const lineOf = (record: Rec, index = 0): number => linesOf(record)[index]?.id ?? 0;

/** What has come to the store that it goes to. */
export const arrived = (t: CaseContext, { there }: Place, itemId: number): Promise<number> => onHand(t, itemId, there);
