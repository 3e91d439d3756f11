import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let storeId: number;
const ids: Record<string, number> = {};

const names = async (query: string, app = caller): Promise<string[]> => {
  const { status, body } = await app.get(`/items?order=asc&limit=100&${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map((item: Item) => item.name);
};

/** Values that two merchants share, so that a filter that forgets its merchant shows. */
async function arrangeItems(app: Caller): Promise<Record<string, number>> {
  const made: Record<string, number> = {};
  for (const name of ['coffee', 'tea', 'food']) made[name] = (await app.create('/categories', { name })).id;
  for (const name of ['alpine', 'harbour']) made[name] = (await app.create('/brands', { name })).id;
  made.vat = await service.newTax(app.merchant);
  made.reduced = await service.newTax(app.merchant, 'Reduced', '5');
  const { coffee, tea, food, alpine, harbour, vat, reduced } = made;
  const add = async (name: string, body: object) => {
    made[name] = (await app.create('/items', { name, ...body })).id;
  };
  await add('espresso', { groupId: coffee, brandId: alpine, taxId: vat, trackStock: false });
  await add('latte', {
    groupId: coffee,
    brandId: harbour,
    taxId: vat,
    type: 1,
    variants: [{ name: 'Grande', itemCode: 'LAT-G', barcodes: ['777'] }],
  });
  await add('green tea', { groupId: tea, brandId: alpine, taxId: reduced, status: 0, barcodes: ['5012345'] });
  await add('bananas', { groupId: food, taxId: reduced, weighingScale: 1, unit: 'kg', itemCode: 'BAN_50%' });
  await add('ham', { groupId: food, weighingScale: 1, brandId: harbour });
  await add('breakfast', { type: 2, groupId: food, components: [{ itemId: made.espresso, quantity: '1' }] });
  return made;
}

beforeAll(async () => {
  service = await startService();
  const other = await service.connect();
  await arrangeItems(other);
  caller = await service.connect();
  storeId = await service.newStore(caller.merchant);
  Object.assign(ids, await arrangeItems(caller));
  Object.assign(ids, {
    foreign: (await other.create('/categories', { name: 'Foreign' })).id,
    unknown: 9007199254740991,
  });
});
afterAll(() => service?.stop());

const ALL = ['espresso', 'latte', 'green tea', 'bananas', 'ham', 'breakfast'];
/** Writes ids into a query: `groupId={tea}`. */
const filled = (query: string) => query.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));

describe('GET /items', () => {
  test.each<[string, string[]]>([
    ['', ALL],
    ['groupId={coffee}', ['espresso', 'latte']],
    ['groupId={coffee},{tea}', ['espresso', 'latte', 'green tea']],
    ['groupId={tea}&groupId={coffee}', ['espresso', 'latte', 'green tea']],
    ['groupId={tea},{tea}', ['green tea']],
    ['groupId={tea}%2C{unknown}', ['green tea']],
    ['groupId={foreign}', []],
    ['groupId={unknown}', []],
    ['brandId={alpine}', ['espresso', 'green tea']],
    ['brandId={unknown}', []],
    ['taxId={vat}', ['espresso', 'latte']],
    ['taxId={reduced}', ['green tea', 'bananas']],
    ['weighingScale=1', ['bananas', 'ham']],
    ['weighingScale=0', ['espresso', 'latte', 'green tea', 'breakfast']],
    ['type=0', ['espresso', 'green tea', 'bananas', 'ham']],
    ['type=1', ['latte']],
    ['type=2', ['breakfast']],
    ['status=0', ['green tea']],
    ['groupId={coffee}&brandId={alpine}', ['espresso']],
    ['groupId={food}&weighingScale=1&brandId={harbour}', ['ham']],
    ['brandId={alpine}&status=1', ['espresso']],
    ['groupId={food}&type=2&search=break', ['breakfast']],
    ['taxId={vat}&type=2', []],
    ['search=LAT-g', ['latte']],
    ['search=grande', ['latte']],
    ['search=777', ['latte']],
    ['search=5012345', ['green tea']],
    ['search=_50%25', ['bananas']],
    ['search=latte%20777%20GRANDE', ['latte']],
    ['search=latte%20espresso', []],
  ])('?%s returns %j', async (query, expected) => {
    expect(await names(filled(query))).toEqual(expected);
  });

  test.each<[string, string]>([
    ['groupId=abc', 'groupId/0 type'],
    ['groupId=1,,2', 'groupId/1 type'],
    ['groupId=', 'groupId/0 type'],
    ['groupId=0', 'groupId/0 minimum'],
    ['brandId=1,2', 'brandId type'],
    ['brandId=1&brandId=2', 'brandId duplicate'],
    ['taxId=-1', 'taxId minimum'],
    ['weighingScale=2', 'weighingScale enum'],
    ['weighingScale=true', 'weighingScale type'],
    ['type=3', 'type enum'],
    ['stockStatus=OUT', 'stockStatus enum'],
    ['categoryId=1', 'categoryId unknown'],
  ])('rejects ?%s', async (query, detail) => {
    const refusal = refusalOf(await caller.get(`/items?${query}`));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`query ${detail}`);
  });

  test('rejects more than 100 categories', async () => {
    const many = Array.from({ length: 101 }, (_, n) => n + 1).join(',');
    expect(refusalOf(await caller.get(`/items?groupId=${many}`))).toEqual(invalid('query groupId maxItems'));
  });

  test('returns complete items, as they were created', async () => {
    const { body } = await caller.get(`/items?type=1`);
    expect(body.data[0]).toMatchObject({
      id: ids.latte,
      variants: [{ name: 'Grande', itemCode: 'LAT-G' }],
      version: 1,
    });
  });

  test('is open to ONLINE_ORDER apps and closed to ADSR apps', async () => {
    const { organizationId } = caller.partner;
    const [ordering, reporting] = [
      await service.newApp(organizationId, 'ONLINE_ORDER'),
      await service.newApp(organizationId, 'ADSR'),
    ];
    expect(await names('', await service.connectTo(ordering, caller.merchant))).toEqual(ALL);
    const refused = await (await service.connectTo(reporting, caller.merchant)).get('/items');
    expect(refusalOf(refused)).toEqual([403, 'partner.scope_denied']);
  });

  test('follows changes of the filtered properties', async () => {
    const item = await caller.create('/items', { name: 'mover', groupId: ids.tea, barcodes: ['old-code'] });
    const change = { groupId: null, brandId: ids.alpine, weighingScale: 1, barcodes: ['new-code'], name: 'moved' };
    await caller.patch(`/items/${item.id}`, change);
    for (const gone of ['groupId={tea}', 'search=mover', 'search=old-code'])
      expect(await names(filled(gone))).not.toContain('moved');
    for (const now of ['brandId={alpine}', 'weighingScale=1', 'search=MOVED', 'search=new-code']) {
      expect(await names(filled(now))).toContain('moved');
    }
  });
});

describe('GET /items by stockStatus', () => {
  const stateOf = async (name: string) => {
    const states = ['inStock', 'low', 'out'];
    const found = await Promise.all(states.map((state) => names(`stockStatus=${state}&search=${name}`)));
    return states.filter((_, n) => found[n]?.length === 1).join();
  };

  test('follows stock, the low-stock level and whether stock is tracked', async () => {
    const { id } = await caller.create('/items', { name: 'tracked-one' });
    const stock = (onHand: string) => service.stock(caller.merchant, storeId, id, onHand);
    const patch = (change: object) => caller.patch(`/items/${id}`, change);
    const steps: [() => Promise<unknown>, string][] = [
      [async () => {}, 'out'],
      [() => stock('5'), 'inStock'],
      [() => patch({ lowStockLevel: '5' }), 'low'],
      [() => patch({ lowStockLevel: '4.999' }), 'inStock'],
      [() => stock('4.999'), 'low'],
      [() => stock('0'), 'out'],
      [() => patch({ trackStock: false }), 'inStock'],
      [() => stock('-3'), 'inStock'],
      [() => patch({ trackStock: true }), 'out'],
      [() => stock('9'), 'inStock'],
      [() => patch({ lowStockLevel: '10' }), 'low'],
      [() => patch({ lowStockLevel: null }), 'inStock'],
    ];
    for (const [step, state] of steps) {
      await step();
      expect(await stateOf('tracked-one')).toBe(state);
    }
  });

  test('counts all stores and all variants', async () => {
    const item = await caller.create('/items', {
      name: 'spread-out',
      type: 1,
      lowStockLevel: '3',
      variants: [{ name: 'S' }, { name: 'L' }],
    });
    const second = await service.newStore(caller.merchant, 'Second');
    await service.stock(caller.merchant, storeId, item.id, '2', item.variants[0].id);
    expect(await stateOf('spread-out')).toBe('low');
    await service.stock(caller.merchant, second, item.id, '2', item.variants[1].id);
    expect(await stateOf('spread-out')).toBe('inStock');
    await service.stock(caller.merchant, second, item.id, '-2', item.variants[1].id);
    expect(await stateOf('spread-out')).toBe('out');
  });

  test('always lists combos and untracked items as in stock', async () => {
    expect(await names('stockStatus=inStock&type=2')).toEqual(['breakfast']);
    expect(await names('stockStatus=inStock&search=espresso')).toEqual(['espresso']);
    expect(await names(filled('stockStatus=out&groupId={food}'))).toEqual(['bananas', 'ham']);
  });
});
