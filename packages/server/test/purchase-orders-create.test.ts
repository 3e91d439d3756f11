import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import {
  allowedOf,
  arrangePurchasing,
  ledgerOf,
  newOrder,
  onHand,
  orderOf,
  type Purchasing,
} from './support/purchasing.ts';
import { duplicateAt, invalid, NOT_FOUND, noReferenceAt, refusalOf, SCOPE_DENIED } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let theirs: Purchasing;

const UNKNOWN = 9007199254740991;
const create = (own: object, receive: string | boolean = false) =>
  caller.post(`/purchase-orders?receive=${receive}`, orderOf(scene, own));
const line = (own: object = {}) => ({ itemId: scene.itemId, quantity: '10', unitCost: '2.50', ...own });
const total = async () => (await caller.get('/purchase-orders?limit=1&includeVoided=true')).body.pagination.total;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  theirs = await arrangePurchasing(service, await service.connect());
});
afterAll(() => service?.stop());

describe('POST /purchase-orders', () => {
  test('creates a draft with its defaults and returns its Location', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 1,
      purchStatus: 0,
      orderDate: '2026-03-02',
      expectedDate: null,
      invoice: null,
      narration: null,
      provider: 'FULL app',
      currency: 'GBP',
      subtotal: '25.00',
      discountTotal: '0.00',
      taxTotal: '0.00',
      total: '25.00',
      externalId: null,
      version: 1,
    });
    expect(answer.body.lines).toEqual([
      {
        id: expect.any(Number),
        itemId: scene.itemId,
        variantId: null,
        quantity: '10',
        unitCost: '2.50',
        discount: '0.00',
        taxId: null,
        taxRate: null,
        subtotal: '25.00',
        tax: '0.00',
        total: '25.00',
        received: '0',
        outstanding: '10',
      },
    ]);
    expect(allowedOf(answer.body)).toEqual(['update', 'receive', 'void']);
    expect(answer.headers.get('location')).toBe(`${service.apiUrl}/purchase-orders/${answer.body.id}`);
    const read = await caller.get(`/purchase-orders/${answer.body.id}`);
    expect([read.headers.get('etag'), read.body]).toEqual(['"1"', answer.body]);
    expect(await onHand(scene)).toBe('0');
  });

  test('stores every property as it was sent', async () => {
    const sent = {
      orderNo: 'A/7 "x"',
      expectedDate: '2028-02-29',
      invoice: 'INV 1',
      narration: 'Line one\nline two 🍌',
      externalId: 'po/1',
    };
    const lines = [
      line({ quantity: '0.005', unitCost: '0.00', discount: '0.00' }),
      line({ itemId: scene.sizedId, variantId: scene.variantIds[1], quantity: '2.5', taxId: scene.taxId }),
    ];
    const order = await newOrder(scene, { ...sent, lines });
    expect(order).toMatchObject({ ...sent, lines });
    expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(order);
  });

  test.each([
    ['thirds of a penny', ['3', '0.3333'], '1.00', '0.20', '1.20'],
    ['a half, up', ['0.5', '0.01'], '0.01', '0.00', '0.01'],
    ['less than a half, down', ['0.499', '0.01'], '0.00', '0.00', '0.00'],
    ['tax of a half, up', ['5', '0.025'], '0.13', '0.03', '0.16'],
    ['tax of less than a half, down', ['1', '0.12'], '0.12', '0.02', '0.14'],
    ['more than a double can hold', ['999999999', '833.3333'], '833333299166.67', '166666659833.33', '999999959000.00'],
  ])('is exact, and rounds once to the pence: %s', async (_, [quantity, unitCost], subtotal, tax, sum) => {
    const order = await newOrder(scene, { lines: [line({ quantity, unitCost, taxId: scene.taxId })] });
    expect(order).toMatchObject({ subtotal, taxTotal: tax, total: sum });
    expect(order.lines[0]).toMatchObject({ subtotal, tax, total: sum, taxRate: '20' });
  });

  test('rounds tax on each line, and adds the lines up', async () => {
    const lines = Array.from({ length: 3 }, () =>
      line({ quantity: '1', unitCost: '1.1249', discount: '1', taxId: scene.taxId }),
    );
    expect(await newOrder(scene, { lines })).toMatchObject({
      subtotal: '3.36',
      discountTotal: '3.00',
      taxTotal: '0.06',
      total: '0.42',
    });
  });

  test('with receive=true receives everything at once, and the cost becomes the item’s and the variant’s', async () => {
    const before = await onHand(scene);
    const [small, large] = scene.variantIds;
    const lines = [
      line({ quantity: '4', unitCost: '1.1' }),
      line({ quantity: '1.250', unitCost: '1.2' }),
      line({ itemId: scene.sizedId, variantId: large, quantity: '3', unitCost: '0.07' }),
    ];
    const order = await newOrder(scene, { lines }, true);
    expect(order).toMatchObject({ purchStatus: 2, version: 1 });
    expect(order.lines.map(({ received, outstanding }) => [received, outstanding])).toEqual([
      ['4', '0'],
      ['1.25', '0'],
      ['3', '0'],
    ]);
    expect(allowedOf(order)).toEqual(['update']);
    expect(Number(await onHand(scene))).toBe(Number(before) + 5.25);
    expect(await ledgerOf(scene, scene.itemId, order.id)).toEqual(['4 at 1.10', '1.25 at 1.20']);
    const item = (await caller.get(`/items/${scene.itemId}?storeId=${scene.storeId}`)).body;
    expect(item.cost).toBe('1.20');
    const sized = (await caller.get(`/items/${scene.sizedId}?storeId=${scene.storeId}`)).body;
    expect(sized.variants).toMatchObject([
      { id: small, name: 'S', cost: null },
      { id: large, name: 'L', cost: '0.07' },
    ]);
    expect(sized.version).toBe(2);
    expect(sized.atStore.variants).toMatchObject([{ onHand: '0' }, { onHand: '3' }]);
  });

  test('does not write an item whose cost is equal, whatever the decimals', async () => {
    const item = await caller.create('/items', { name: 'Same cost', cost: '2.5' });
    await newOrder(scene, { lines: [line({ itemId: item.id, unitCost: '2.50' })] }, true);
    expect((await caller.get(`/items/${item.id}?storeId=${scene.storeId}`)).body.version).toBe(1);
  });

  test.each([
    ['true', 2],
    ['1', 2],
    ['TRUE', 2],
    ['false', 0],
    ['0', 0],
    ['False', 0],
  ])('accepts receive=%s', async (receive, purchStatus) => {
    const answer = await create({}, receive);
    expect([answer.status, answer.body.purchStatus]).toEqual([201, purchStatus]);
  });

  test.each([
    ['/purchase-orders', 'query receive required'],
    ['/purchase-orders?receive=', 'query receive type'],
    ['/purchase-orders?receive=yes', 'query receive type'],
    ['/purchase-orders?receive=true&receive=true', 'query receive duplicate'],
    ['/purchase-orders?receive=true&other=1', 'query other unknown'],
  ])('rejects POST %s', async (path, detail) => {
    const answer = await caller.post(path, orderOf(scene));
    // An unknown name is rejected beside the rules that it breaks.
    expect(refusalOf(answer)).toEqual(detail.endsWith('unknown') ? expect.arrayContaining([400]) : invalid(detail));
  });

  test.each<[string, () => object]>([
    ['/supplierId required', () => ({ supplierId: undefined })],
    ['/storeId required', () => ({ storeId: undefined })],
    ['/orderDate required', () => ({ orderDate: undefined })],
    ['/lines required', () => ({ lines: undefined })],
    ['/lines minItems', () => ({ lines: [] })],
    ['/lines maxItems', () => ({ lines: Array(1001).fill(line()) })],
    ['/lines/0/itemId required', () => ({ lines: [{ quantity: '1', unitCost: '1' }] })],
    ['/lines/0/quantity required', () => ({ lines: [line({ quantity: undefined })] })],
    ['/lines/0/unitCost required', () => ({ lines: [line({ unitCost: undefined })] })],
    ['/lines/0/quantity pattern', () => ({ lines: [line({ quantity: '0' })] })],
    ['/lines/0/quantity pattern', () => ({ lines: [line({ quantity: '0.000' })] })],
    ['/lines/0/quantity pattern', () => ({ lines: [line({ quantity: '-1' })] })],
    ['/lines/0/quantity pattern', () => ({ lines: [line({ quantity: '1.2345' })] })],
    ['/lines/0/quantity type', () => ({ lines: [line({ quantity: 1 })] })],
    ['/lines/0/unitCost pattern', () => ({ lines: [line({ unitCost: '-1' })] })],
    ['/lines/0/unitCost type', () => ({ lines: [line({ unitCost: 1.5 })] })],
    ['/lines/0/received unknown', () => ({ lines: [line({ received: '1' })] })],
    ['/lines/0/id unknown', () => ({ lines: [line({ id: 1 })] })],
    ['/lines/0/discount maxDiscount', () => ({ lines: [line({ discount: '25.01' })] })],
    ['/lines/0/discount minorUnits', () => ({ lines: [line({ discount: '0.001' })] })],
    ['/lines/1 maxAmount', () => ({ lines: [line(), line({ quantity: '999999999999', unitCost: '2' })] })],
    ['/lines maxAmount', () => ({ lines: Array(2).fill(line({ quantity: '1', unitCost: '999999999999' })) })],
    ['/orderDate format', () => ({ orderDate: '2026-02-29' })],
    ['/orderDate pattern', () => ({ orderDate: '0000-01-01' })],
    ['/expectedDate type', () => ({ expectedDate: 20260302 })],
    ['/orderNo pattern', () => ({ orderNo: 'A,B' })],
    ['/orderNo pattern', () => ({ orderNo: ' A' })],
    ['/orderNo maxLength', () => ({ orderNo: 'x'.repeat(65) })],
    ['/orderNo type', () => ({ orderNo: null })],
    ['/invoice maxLength', () => ({ invoice: 'x'.repeat(101) })],
    ['/narration maxLength', () => ({ narration: 'x'.repeat(4097) })],
    ['/provider unknown', () => ({ provider: 'Someone else' })],
    ['/purchStatus unknown', () => ({ purchStatus: 2 })],
    ['/status unknown', () => ({ status: 0 })],
    ['/total unknown', () => ({ total: '1' })],
  ])('rejects %s, and writes nothing', async (detail, own) => {
    const before = await total();
    expect(refusalOf(await create(own(), true))).toEqual(invalid(`body ${detail}`));
    expect(await total()).toBe(before);
  });

  test('accepts the longest and largest values', async () => {
    const lines = [
      ...Array.from({ length: 999 }, () => line({ quantity: '0.001', unitCost: '0.0001' })),
      line({ quantity: '999999999999', unitCost: '1.0000' }),
    ];
    const own = { orderNo: 'x'.repeat(64), invoice: 'x'.repeat(100), narration: 'x'.repeat(4096), lines };
    const order = await newOrder(scene, { ...own, externalId: 'x'.repeat(128), orderDate: '2027-03-03' }, true);
    expect(order.lines).toHaveLength(1000);
    expect(new Set(order.lines.map(({ id }) => id)).size).toBe(1000);
    expect(order.subtotal).toBe('999999999999.00');
  });

  describe('with a reference to a missing record', () => {
    const REFERENCES: [path: string, (of: Purchasing | undefined) => object][] = [
      ['/supplierId', (of) => ({ supplierId: of?.supplierId ?? UNKNOWN })],
      ['/storeId', (of) => ({ storeId: of?.storeId ?? UNKNOWN })],
      ['/lines/1/itemId', (of) => ({ lines: [line(), line({ itemId: of?.itemId ?? UNKNOWN })] })],
      ['/lines/0/taxId', (of) => ({ lines: [line({ taxId: of?.taxId ?? UNKNOWN })] })],
      [
        '/lines/1/variantId',
        (of) => ({ lines: [line(), line({ itemId: scene.sizedId, variantId: of?.variantIds[0] ?? UNKNOWN })] }),
      ],
    ];
    test.each(REFERENCES)("rejects %s by name, whether unknown or another merchant's", async (path, own) => {
      const before = await total();
      const unknown = await create(own(undefined), true);
      const foreign = await create(own(theirs), true);
      expect(refusalOf(unknown)).toEqual(noReferenceAt(path));
      expect(refusalOf(foreign)).toEqual(noReferenceAt(path));
      expect(foreign.body.message).toBe(unknown.body.message);
      expect(await total()).toBe(before);
    });

    test.each<[string, string, () => object]>([
      ['a combo', '/lines/0/itemId', () => ({ itemId: scene.comboId })],
      ['an item with variants, without one', '/lines/0/variantId', () => ({ itemId: scene.sizedId })],
    ])('rejects %s, which holds no stock', async (_, path, own) => {
      const answer = await create({ lines: [line(own())] });
      expect(refusalOf(answer)).toEqual([422, 'partner.reference_not_found', `body ${path} stockable`]);
    });

    test('rejects a variant of an item without variants', async () => {
      const answer = await create({ lines: [line({ variantId: scene.variantIds[0] })] });
      expect(refusalOf(answer)).toEqual(noReferenceAt('/lines/0/variantId'));
    });
  });

  test.each([
    ['orderNo', '/orderNo'],
    ['externalId', '/externalId'],
  ])('rejects a duplicate %s, and accepts it at another merchant', async (field, path) => {
    await newOrder(scene, { [field]: 'TAKEN' });
    expect(refusalOf(await create({ [field]: 'TAKEN' }))).toEqual(duplicateAt(path));
    await newOrder(theirs, { [field]: 'TAKEN' });
  });

  test('is open to FULL apps only', async () => {
    for (const product of ['ONLINE_ORDER', 'ADSR'] as const) {
      const app = await service.connectTo(
        await service.newApp(caller.partner.organizationId, product),
        caller.merchant,
      );
      const { id } = await newOrder(scene);
      const requests = [
        app.get('/purchase-orders'),
        app.get(`/purchase-orders/${id}`),
        app.post('/purchase-orders?receive=false', orderOf(scene)),
        app.patch(`/purchase-orders/${id}`, { narration: 'x' }),
        app.patch(`/purchase-orders/${id}/receive`, {}),
      ];
      for (const answer of await Promise.all(requests)) expect(refusalOf(answer)).toEqual(SCOPE_DENIED);
    }
  });

  test('keeps the name of the app that created the order when another app changes it', async () => {
    const { organizationId } = caller.partner;
    const { id } = await newOrder(scene);
    const partner = await service.newApp(organizationId, 'FULL', 'SANDBOX', 'Second source');
    const second = await service.connectTo(partner, caller.merchant);
    expect((await newOrder({ ...scene, caller: second })).provider).toBe('Second source');
    expect((await second.patch(`/purchase-orders/${id}`, { narration: 'x' })).body.provider).toBe('FULL app');
  });
});

describe('Order numbers', () => {
  let fresh: Purchasing;
  beforeAll(async () => {
    fresh = await arrangePurchasing(service, await service.connect());
  });

  test('count up for each merchant from PO-000001', async () => {
    expect((await newOrder(fresh)).orderNo).toBe('PO-000001');
    expect((await newOrder(fresh)).orderNo).toBe('PO-000002');
  });

  test('leave no gap for a rejected order', async () => {
    const refused = orderOf(fresh, { externalId: 'gap' });
    await newOrder(fresh, { externalId: 'gap' });
    expect(refusalOf(await fresh.caller.post('/purchase-orders?receive=false', refused))).toEqual(
      duplicateAt('/externalId'),
    );
    expect((await newOrder(fresh)).orderNo).toBe('PO-000004');
  });

  test('skip numbers chosen by partners', async () => {
    await newOrder(fresh, { orderNo: 'PO-000005' });
    const { id } = await newOrder(fresh, { orderNo: 'Own' });
    expect((await fresh.caller.patch(`/purchase-orders/${id}`, { orderNo: 'PO-000006' })).status).toBe(200);
    expect((await newOrder(fresh)).orderNo).toBe('PO-000007');
  });

  test('are unique among 30 concurrent orders, half of which choose the next numbers', async () => {
    const given = (n: number) => (n % 2 ? { orderNo: `PO-${String(8 + n).padStart(6, '0')}` } : {});
    const bodies = Array.from({ length: 30 }, (_, n) => orderOf(fresh, given(n)));
    const answers = await Promise.all(bodies.map((body) => fresh.caller.post('/purchase-orders?receive=false', body)));
    const made = answers.filter(({ status }) => status === 201);
    // A number that was given may have been generated before; one that is generated is never taken.
    for (const [n, answer] of answers.entries()) {
      if (answer.status !== 201) expect([n % 2, refusalOf(answer)]).toEqual([1, duplicateAt('/orderNo')]);
    }
    expect(new Set(made.map(({ body }) => body.orderNo)).size).toBe(made.length);
    expect(made.length).toBeGreaterThanOrEqual(15);
  });
});

describe('GET /purchase-orders/{id}', () => {
  test('returns 304 while nothing has changed', async () => {
    const { id } = await newOrder(scene);
    expect((await caller.get(`/purchase-orders/${id}`, { 'If-None-Match': '"1"' })).status).toBe(304);
    await caller.patch(`/purchase-orders/${id}`, { invoice: 'I' });
    expect((await caller.get(`/purchase-orders/${id}`, { 'If-None-Match': '"1"' })).status).toBe(200);
  });

  test('does not find another merchant’s order', async () => {
    const { id } = await newOrder(theirs);
    for (const unknown of [id, UNKNOWN]) {
      expect(refusalOf(await caller.get(`/purchase-orders/${unknown}`))).toEqual(NOT_FOUND);
      expect(refusalOf(await caller.patch(`/purchase-orders/${unknown}`, { invoice: 'I' }))).toEqual(NOT_FOUND);
      expect(refusalOf(await caller.patch(`/purchase-orders/${unknown}/receive`, {}))).toEqual(NOT_FOUND);
    }
  });
});
