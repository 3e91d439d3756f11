import type { CaseContext } from '../../run/case-context.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { TABLES } from '../../specification/state.ts';
import { kindsOf } from '../divergences.ts';
import { changerOf, creatorOf, SPECIFIED } from '../operations.ts';
import { pick } from '../requests/factor.ts';
import { shrink } from '../shrink/shrink.ts';
import { tableAt, tablesTouchedBy } from '../tables.ts';
import { Walker } from '../walker.ts';
import { drawRecord, drawRequest } from './draw-request.ts';
import { Rereads } from './rereads.ts';

/** Random requests about all resources of one merchant, each near those before it. */
export async function sendSequence(t: CaseContext, seed: number, length: number): Promise<void> {
  const walker = await Walker.open(t, seed);
  const log = walker.record();
  await walker.ensure(TABLES.filter((table) => creatorOf(table)));
  const rereads = new Rereads(walker);
  let last: Operation | undefined;
  for (let i = 0; i < length; i += 1) {
    const before = kindsOf(t);
    last = nextOperation(walker, last);
    const stored = await drawRecord(walker, last);
    const answer = await walker.send(drawRequest(walker, last, stored));
    if (last.method !== 'GET' && answer.status < 400) await rereads.after(last, answer, stored, 1 + walker.draw(3));
    const [found] = [...kindsOf(t)].filter((kind) => !before.has(kind));
    // A second divergence is often the same fault, so only the first sequence is shrunk.
    if (found !== undefined && before.size === 0) await shrink(t, walker, log, found);
  }
}

/** Mostly an operation on what was just written or on what that touches. Three of five are writes. */
function nextOperation({ draw }: Walker, last: Operation | undefined): Operation {
  const touched = last && draw(5) > 1 ? tablesTouchedBy(last.path) : undefined;
  const near = SPECIFIED.filter(({ path }) => {
    const table = tableAt(path);
    return touched === undefined || (table !== undefined && touched.has(table));
  });
  const isWrite = draw(5) < 3;
  const wanted = near.filter(({ method }) => (method !== 'GET') === isWrite);
  return pick(wanted, draw) ?? pick(near, draw) ?? (SPECIFIED[0] as Operation);
}

/** Random batches of items, whose operations touch the records and codes of others in the same batch. */
export async function sendBatches(t: CaseContext, count: number): Promise<void> {
  const walker = await Walker.open(t);
  await walker.ensure(TABLES.filter((table) => creatorOf(table)));
  const [create, change] = [creatorOf('items'), changerOf('items')];
  if (!create || !change) return;
  const rereads = new Rereads(walker);
  for (let i = 0; i < count; i += 1) {
    const operations = await drawOperations(walker, create, change);
    const query = walker.draw(4) === 0 ? '?atomic=true' : '';
    const answer = await walker.send({ method: 'POST', url: `/items/batch${query}`, body: { operations } });
    const { results = [] } = answer.body as { results?: readonly { item?: Fields }[] };
    const last = results.flatMap(({ item }) => item ?? []).at(-1);
    if (last) await rereads.after(change, { ...answer, body: last }, undefined, 2);
  }
}

const MOST_OPERATIONS = 6;

async function drawOperations(walker: Walker, create: Operation, change: Operation): Promise<Fields[]> {
  const { draw } = walker;
  const operations: Fields[] = [];
  const codes: Codes = { itemCode: [], barcodes: [], externalId: [] };
  for (let left = 2 + draw(MOST_OPERATIONS - 1); left > 0; left -= 1) {
    const stored = await drawRecord(walker, change);
    const isChange = stored !== undefined && draw(2) === 0;
    const { body } = drawRequest(walker, isChange ? change : create, isChange ? stored : undefined);
    const item: Record<string, unknown> = { ...(body as Fields) };
    // A code that another operation has, sets or lets go.
    const name = pick(CODED, draw) ?? 'itemCode';
    const code = pick(codes[name], draw);
    if (code !== undefined && draw(3) > 0) item[name] = name === 'barcodes' ? [code] : code;
    noteCodes(codes, item);
    if (isChange) noteCodes(codes, stored);
    operations.push(isChange ? { op: 'update', ...keyOf(walker, stored), item } : keyless(walker, item));
  }
  return operations;
}

const CODED = ['itemCode', 'barcodes', 'externalId'] as const;

type Codes = Readonly<Record<(typeof CODED)[number], unknown[]>>;

/** Codes of items and of their variants, which share one space. */
function noteCodes(codes: Codes, item: Fields): void {
  const variants = (item.variants ?? []) as readonly Fields[];
  for (const name of CODED) for (const one of [item, ...variants]) codes[name].push(...[one[name] ?? []].flat());
}

function keyOf({ draw }: Walker, { id, itemCode, externalId, version }: Fields): Fields {
  const key = [{ id }, { itemCode }, externalId === null ? { id } : { externalId }][draw(3)];
  return { ...key, ...(draw(3) === 0 && { version }) };
}

/** A create, or an upsert by the external id, which is then no part of the item. */
function keyless({ draw }: Walker, item: Fields): Fields {
  const { externalId, ...rest } = item;
  if (typeof externalId !== 'string' || draw(2) === 0) return { op: 'create', item };
  return { op: 'upsert', externalId, item: draw(4) === 0 ? item : rest };
}
