import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from './support/caller.ts';
import { type Command, commands } from './support/model/commands.ts';
import { type Kind, type ModelDocument, type ModelLine, StockModel } from './support/model/stock-model.ts';
import { violations } from './support/model/violations.ts';
import { type Service, startService } from './support/service.ts';

const SEED = 20_260_302;
const PATHS = { order: '/purchase-orders', transfer: '/stock-transfers', adjustment: '/stock-adjustments' } as const;

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

/** A merchant with three stores and four things to move, one of them a variant. */
interface Scene {
  readonly caller: Caller;
  readonly stores: readonly number[];
  readonly things: readonly { itemId: number; variantId: number | null }[];
  readonly supplierId: number;
  readonly taxId: number;
}

async function newScene(): Promise<Scene> {
  const caller = await service.connect();
  const { merchant } = caller;
  const plain = async (name: string) => ({ itemId: (await caller.create('/items', { name })).id, variantId: null });
  const sized = await caller.create('/items', { name: 'Sized', type: 1, variants: [{ name: 'S' }] });
  return {
    caller,
    stores: [await service.newStore(merchant), await service.newStore(merchant), await service.newStore(merchant)],
    things: [
      await plain('A'),
      await plain('B'),
      { itemId: sized.id, variantId: sized.variants[0].id },
      await plain('C'),
    ],
    supplierId: await service.newSupplier(merchant),
    taxId: await service.newTax(merchant, 'VAT', '17.5'),
  };
}

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const quantityOf = (thousandths: number): string => (thousandths / 1000).toFixed(3);
const thousandths = (quantity: string | null): number | null =>
  quantity === null
    ? null
    : Number(BigInt(quantity.replace(/^(-?\d+)(?:\.(\d*))?$/, (_, whole, part = '') => whole + part.padEnd(3, '0'))));

type Create = Extract<Command, { does: 'create' }>;

/** Items that a new document names; a count names each once. */
const thingsOf = ({ kind, type, lines }: Create): Create['lines'] =>
  kind === 'adjustment' && type === 0
    ? lines.filter(([n], i) => lines.findIndex(([m]) => m % 4 === n % 4) === i)
    : lines;

function createRequest({ stores, things, supplierId, taxId }: Scene, command: Create): [path: string, body: object] {
  const { kind, type, now } = command;
  const [to, from] = [at(stores, command.stores[0]), at(stores, command.stores[0] + 1 + (command.stores[1] % 2))];
  const lines = thingsOf(command).map(([n, quantity, cost]) => ({
    ...at(things, n),
    quantity: quantityOf(quantity),
    ...(kind === 'order' && { unitCost: (cost / 100).toFixed(2), ...(cost % 2 && { taxId }) }),
  }));
  const date = '2026-03-02';
  const own = {
    order: { supplierId, storeId: to, orderDate: date },
    transfer: { fromStoreId: from, toStoreId: to, date },
    adjustment: { storeId: to, type, date },
  }[kind];
  return [`${PATHS[kind]}?${kind === 'adjustment' ? 'post' : 'receive'}=${now}`, { ...own, lines }];
}

const pathOf = ({ kind, id }: Pick<ModelDocument, 'kind' | 'id'>) => `${PATHS[kind]}/${id}`;

/** Lines with other quantities, as an update sends them. */
const requantified = ({ things }: Scene, { kind, lines }: ModelDocument, quantities: readonly number[]) =>
  lines.map(({ id, item, unitCost }, i) => ({
    id,
    ...at(things, item),
    quantity: quantityOf(quantities[i] ?? 1),
    ...(kind === 'order' && { unitCost: (unitCost / 100).toFixed(2) }),
  }));

/** A receipt of some lines, once each, each a share of what is outstanding or more than that; without lines, of everything. */
function receiptOf(document: ModelDocument, { parts, tooMuch }: Extract<Command, { does: 'receive' }>) {
  const quantities = new Map<number, number>();
  for (const [n, percent] of parts) {
    const line = at(document.lines, n);
    const outstanding = line.quantity - line.received;
    quantities.set(line.id, tooMuch ? outstanding + percent : Math.max(1, Math.floor((outstanding * percent) / 100)));
  }
  const lines = [...quantities].map(([lineId, quantity]) => ({ lineId, quantity: quantityOf(quantity) }));
  return { quantities, body: lines.length > 0 ? { lines } : {} };
}

/** A document as the API has it, in the terms of the model. */
function modelOf(scene: Scene, kind: Kind, record: Answer['body']): ModelDocument {
  const lines = record.lines.map(
    (line: Answer['body']): ModelLine => ({
      id: line.id,
      item: scene.things.findIndex(({ itemId, variantId }) => itemId === line.itemId && variantId === line.variantId),
      quantity: thousandths(line.quantity) as number,
      received: thousandths(line.received ?? '0') as number,
      unitCost: Math.round(Number(line.unitCost ?? '0') * 100),
      before: thousandths(line.before ?? null),
      after: thousandths(line.after ?? null),
    }),
  );
  const isAdjustment = kind === 'adjustment';
  const open = { true: ['draft', 'posted', 'gone'], false: ['gone', 'open'] } as const;
  return {
    kind,
    id: record.id,
    version: record.version,
    store: scene.stores.indexOf(record.toStoreId ?? record.storeId),
    from: record.fromStoreId ? scene.stores.indexOf(record.fromStoreId) : null,
    type: record.type ?? 1,
    state: open[`${isAdjustment}`][record.status] as ModelDocument['state'],
    lines,
  };
}

describe('One client after another', () => {
  /** Runs one step on the API and on the model, and holds the answer against the model's. */
  async function step(scene: Scene, model: StockModel, command: Command): Promise<void> {
    const { caller } = scene;
    if (command.does === 'create') return create(scene, model, command);
    if (model.documents.length === 0) return;
    const document = at(model.documents, command.pick);
    const expected = structuredClone(document);
    const [answer, status] = await change(scene, model, document, command);
    expect([command.does, answer.status], answer.text).toEqual([command.does, status]);
    if (status === 200) expect(modelOf(scene, document.kind, answer.body)).toEqual(document);
    else expect(document).toEqual(expected);
    const read = await caller.get(pathOf(document));
    expect(modelOf(scene, document.kind, read.body)).toEqual(document);
  }

  async function create(scene: Scene, model: StockModel, command: Create): Promise<void> {
    const [path, body] = createRequest(scene, command);
    const answer = await scene.caller.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    const made = modelOf(scene, command.kind, answer.body);
    const lines = thingsOf(command).map(([n, quantity, cost], i) => ({
      id: (made.lines[i] as ModelLine).id,
      item: n % 4,
      quantity,
      received: 0,
      unitCost: command.kind === 'order' ? cost : 0,
      before: null,
      after: null,
    }));
    const state = command.kind === 'adjustment' ? 'draft' : 'open';
    const document: ModelDocument = { ...made, state, lines };
    if (command.now && command.kind === 'adjustment') model.post(document);
    else if (command.now) model.receive(document, new Map());
    expect(made).toEqual({ ...document, version: 1 });
    model.documents.push({ ...document, version: 1 });
  }

  async function change(
    scene: Scene,
    model: StockModel,
    document: ModelDocument,
    command: Exclude<Command, Create>,
  ): Promise<[Answer, number]> {
    const { caller } = scene;
    const path = pathOf(document);
    const isAdjustment = document.kind === 'adjustment';
    switch (command.does) {
      case 'receive': {
        if (isAdjustment) return [await caller.patch(path, { status: 1 }), model.post(document)];
        const { quantities, body } = receiptOf(document, command);
        return [await caller.patch(`${path}/receive`, body), model.receive(document, quantities)];
      }
      case 'requantify': {
        const lines = requantified(scene, document, command.quantities);
        const answer = await caller.patch(path, { lines });
        if (!isAdjustment) return [answer, model.requantify(document, command.quantities)];
        return [answer, document.state === 'draft' ? model.requantify(document, command.quantities) : 409];
      }
      case 'void':
        return [await caller.patch(path, { status: isAdjustment ? 2 : 0 }), model.void(document)];
      case 'post':
        if (!isAdjustment) return [await caller.patch(`${path}/receive`, {}), model.receive(document, new Map())];
        return [await caller.patch(path, { status: 1 }), model.post(document)];
      case 'stale': {
        const headers = { 'If-Match': `"${document.version + 1}"` };
        return [await caller.patch(path, { narration: 'Not kept' }, headers), 412];
      }
      case 'dry': {
        const answer = await caller.patch(`${path}?dryRun=true`, { narration: 'Not kept' });
        const isFixed = document.state === 'gone' || document.state === 'posted';
        expect(answer.status).toBe(isFixed ? 409 : 200);
        return [await caller.patch(path, { narration: 'Stale' }, { 'If-Match': '"0"' }), 412];
      }
    }
  }

  test('has exactly the stock, states and lines of a simple model', { timeout: 300_000 }, async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 60, maxLength: 80, size: 'max' }), async (list) => {
        const scene = await newScene();
        const model = new StockModel();
        for (const command of list) await step(scene, model, command);
        steps += list.length;
        const { rows } = await service.databases.regions.UK.query(
          `select store_id, item_id, variant_id, on_hand::text from region_uk.stock_levels where company_id = $1`,
          [scene.caller.merchant.companyId],
        );
        const levels = rows.map((row) => {
          const item = scene.things.findIndex((t) => t.itemId === row.item_id && t.variantId === row.variant_id);
          return [`${scene.stores.indexOf(row.store_id)}/${item}`, thousandths(row.on_hand)];
        });
        expect(new Map(levels.filter(([, level]) => level !== 0) as [string, number][])).toEqual(
          new Map([...model.levels].filter(([, level]) => level !== 0)),
        );
        expect(await violations(service.databases, scene.caller.merchant.companyId)).toEqual([]);
      }),
      { seed: SEED, numRuns: 20, endOnFailure: true },
    );
    expect(steps).toBeGreaterThan(1_000);
  });
});

describe('Several clients at once, some of whom hang up', () => {
  const CLIENTS = 6;
  /** Allowed responses of such steps: success, or a rejection caused by another client. */
  const ANSWERS = new Set([200, 201, 409, 412, 422]);

  /** Sends a request and hangs up after a moment; whether it was done is not known. */
  async function hangUp({ caller }: Scene, method: string, path: string, body: object, after: number): Promise<void> {
    const abort = new AbortController();
    const headers = { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body), signal: abort.signal };
    const timer = setTimeout(() => abort.abort(), after);
    await fetch(service.apiUrl + path, init)
      .then(
        (response) => response.arrayBuffer(),
        () => undefined,
      )
      .catch(() => undefined);
    clearTimeout(timer);
  }

  function requestOf(
    scene: Scene,
    known: readonly ModelDocument[],
    command: Command,
  ): [string, string, object, object] {
    if (command.does === 'create' || known.length === 0) {
      const made = command.does === 'create' ? command : FIRST;
      return ['POST', ...createRequest(scene, made), {}];
    }
    const document = at(known, command.pick);
    const path = pathOf(document);
    const isAdjustment = document.kind === 'adjustment';
    if (command.does === 'void') return ['PATCH', path, { status: isAdjustment ? 2 : 0 }, {}];
    if (command.does === 'requantify') {
      return ['PATCH', path, { lines: requantified(scene, document, command.quantities) }, {}];
    }
    if (command.does === 'stale') return ['PATCH', path, { narration: 'x' }, { 'If-Match': `"${document.version}"` }];
    if (command.does === 'dry') return ['PATCH', `${path}?dryRun=true`, { narration: 'x' }, {}];
    if (isAdjustment) return ['PATCH', path, { status: 1 }, {}];
    return ['PATCH', `${path}/receive`, command.does === 'post' ? {} : receiptOf(document, command).body, {}];
  }

  const FIRST: Create = {
    does: 'create',
    kind: 'transfer',
    stores: [0, 1],
    type: 1,
    now: false,
    lines: [[0, 5000, 0]],
  };

  /** Runs the steps, as many at a time as there are clients; what they make is known to those who come later. */
  async function race(scene: Scene, known: ModelDocument[], list: readonly [Command, number][]): Promise<number[]> {
    const statuses: number[] = [];
    const waiting = [...list];
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [command, chance] = next;
        const [method, path, body, headers] = requestOf(scene, known, command);
        if (chance < 12) {
          await hangUp(scene, method, path, body, chance);
          continue;
        }
        const send = method === 'POST' ? scene.caller.post(path, body) : scene.caller.patch(path, body, { ...headers });
        const answer = await send;
        expect(ANSWERS, `${method} ${path}: ${answer.text}`).toContain(answer.status);
        statuses.push(answer.status);
        if (answer.status === 201) {
          const kind = (Object.keys(PATHS) as Kind[]).find((k) => path.startsWith(PATHS[k])) as Kind;
          known.push(modelOf(scene, kind, answer.body));
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return statuses;
  }

  test('leave nothing partial: all invariants hold between batches and after', { timeout: 300_000 }, async () => {
    const seen = new Map<number, number>();
    const batch = fc.array(fc.tuple(commands, fc.nat(100)), { minLength: 70, maxLength: 90, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 3, maxLength: 3 }), async (batches) => {
        const scene = await newScene();
        const { companyId } = scene.caller.merchant;
        const known: ModelDocument[] = [];
        for (const list of batches) {
          const racing = race(scene, known, list);
          // In the middle of it too: the check sees one state of the database.
          expect(await violations(service.databases, companyId)).toEqual([]);
          for (const status of await racing) seen.set(status, (seen.get(status) ?? 0) + 1);
          expect(await violations(service.databases, companyId)).toEqual([]);
        }
        for (const { kind, id } of known) {
          const { body } = await scene.caller.get(pathOf({ kind, id }));
          for (const line of modelOf(scene, kind, body).lines) expect(line.received).toBeLessThanOrEqual(line.quantity);
        }
      }),
      { seed: SEED, numRuns: 8, endOnFailure: true },
    );
    expect([...ANSWERS].filter((status) => !seen.get(status))).toEqual([]);
    expect([...seen.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1_000);
  });
});
