import type { CaseContext } from '../engine/case-context.ts';
import type { Answer } from '../http/send.ts';
import type { Fields } from '../specification/answer.ts';
import type { Operation } from '../specification/contract.ts';
import { TABLES } from '../specification/state.ts';
import { drawRecord, drawRequest } from './draw-request.ts';
import { Driver } from './driver.ts';
import { changerOf, creatorOf } from './operations.ts';
import { pick } from './requests/factor.ts';
import { Rereads } from './rereads.ts';

/** Random batches of items, whose operations touch the records and codes of others in the same batch. */
export async function sendBatches(t: CaseContext, count: number): Promise<void> {
  const driver = await Driver.open(t);
  await driver.ensure(TABLES.filter((table) => creatorOf(table)));
  const [create, change] = [creatorOf('items'), changerOf('items')];
  if (!create || !change) return;
  const rereads = new Rereads(driver);
  for (let i = 0; i < count; i += 1) {
    const operations = await drawOperations(driver, create, change);
    const query = driver.draw(4) === 0 ? '?atomic=true' : '';
    const answer = await driver.send({ method: 'POST', url: `/items/batch${query}`, body: { operations } });
    for (const item of itemsIn(answer).slice(-1)) await rereads.after(change, { ...answer, body: item }, undefined, 2);
  }
}

const MOST_OPERATIONS = 6;

async function drawOperations(driver: Driver, create: Operation, change: Operation): Promise<Fields[]> {
  const { draw } = driver;
  const operations: Fields[] = [];
  const codes: Codes = { itemCode: [], barcodes: [], externalId: [] };
  for (let left = 2 + draw(MOST_OPERATIONS - 1); left > 0; left -= 1) {
    const stored = await drawRecord(driver, change);
    const isChange = stored !== undefined && draw(2) === 0;
    const { body } = drawRequest(driver, isChange ? change : create, isChange ? stored : undefined);
    const item: Record<string, unknown> = { ...(body as Fields) };
    // A code that another operation has, sets or lets go.
    const name = pick(CODED, draw) ?? 'itemCode';
    const code = pick(codes[name], draw);
    if (code !== undefined && draw(3) > 0) item[name] = name === 'barcodes' ? [code] : code;
    noteCodes(codes, item);
    if (isChange) noteCodes(codes, stored);
    operations.push({ ...(isChange ? { op: 'update', ...keyOf(driver, stored) } : { op: 'create' }), item });
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

function keyOf({ draw }: Driver, { id, itemCode, externalId, version }: Fields): Fields {
  const key = [{ id }, { itemCode }, externalId === null ? { id } : { externalId }][draw(3)];
  return { ...key, ...(draw(3) === 0 && { version }) };
}

function itemsIn({ body }: Answer): Fields[] {
  const { results = [] } = body as { results?: readonly { item?: Fields }[] };
  return results.flatMap(({ item }) => (item === undefined ? [] : [item]));
}
