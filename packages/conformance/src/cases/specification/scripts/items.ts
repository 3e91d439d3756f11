import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import type { Rec } from '../../../run/record.ts';
import { scripted } from './script.ts';

/** A text without spaces that only this run has. */
const word = (s: Script): string => s.name().replaceAll('-', '');

/** Twelve digits that only this run has. */
const numberOf = (s: Script): string =>
  `1${String([...s.name()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e11, 7)).padStart(11, '0')}`;

/** Maximum number of items of a group. */
const MOST_ITEMS = 500;

/** Names of which some differ only by case, accents, typography or encoding; vowel signs are not accents. */
const COMPARED = [
  ['Café', 'Cafe\u0301'],
  ['Cafe\u0301', 'CAFE'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ['Straße', 'STRASSE'],
  ['Ёлка', 'елка'],
  ['कला', 'केला'],
  ['Сыр', 'Сыт'],
  ['Joe’s', "Joe's"],
  ['“Cold–brew”', '"Cold-brew"'],
  ['12″ × 5′', `12" × 5'`],
  ['½', '1/2'],
  ['x-y', 'xy'],
] as const;

/** Names in an order other than that of Unicode's root collation. */
const UNSORTED = ['1', 'eis', 'Aal', 'zulu', 'apfel', 'Ärger', 'Birne', 'Zebra', 'Éclair', 'яблоко', 'Ωμέγα'];

const NAMED: readonly (readonly [path: string, create: string, fields: object])[] = [
  ['/items', '/items', {}],
  ['/categories', '/categories', {}],
  ['/brands', '/brands', {}],
  ['/menus', '/menus/create-with-items', {}],
  ['/modifiers', '/modifiers', { options: [{ name: 'conf' }] }],
];

export const SCRIPTS_ITEMS: readonly Case[] = [
  scripted('barcodes', 'barcodes are found with and without the leading zeros of their symbology', async (s) => {
    const [name, mark] = [s.name(), word(s)];
    const [upc, ean] = [numberOf(s), `0${numberOf(s)}`] as const;
    const create = (more: object) => s.post('/items', { name, ...more });
    await create({ barcodes: [upc] });
    await create({ barcodes: [ean] });
    await create({ itemCode: `0${upc}` });
    const sized = [
      { name: 's', barcodes: [`9${upc}`, `00${upc}`] },
      { name: 'm', itemCode: upc },
    ];
    await create({ type: 1, variants: sized });
    for (const digits of [upc, ean])
      for (const text of [digits, `0${digits}`, `00${digits}`, `000${digits}`, digits.slice(1), `0${digits}0 ${mark}`])
        await s.get(`/items?search=${text}`);
    const gs1 = `0109501101530003\u001d10${mark}`;
    const { id } = await create({ barcodes: [` A B ${mark}\u3000`, gs1, `\u001d${mark}`] });
    for (const text of [`a b ${mark}`, gs1, gs1.replace('\u001d', ''), `\u001d ${mark}`, '\u001d', ' \u001d '])
      await s.get(`/items?search=${encodeURIComponent(text)}`);
    for (const barcodes of [[`A B ${mark} `], [`A  B ${mark}`, gs1.replace('\u001d', '')]]) await create({ barcodes });
    for (const barcodes of [[`A ${mark}`, ` A ${mark}`], [`A ${mark}`]]) await s.patch(`/items/${id}`, { barcodes });
    for (const text of ['', ' ', 'é', 'a\tb', 'a\u0000b', 'a\u001cb', 'a\u001eb', '\u007f', ` ${'x'.repeat(64)} `])
      await create({ barcodes: [text] });
  }),
  scripted('generated-codes', 'codes are generated although others have those that would be next', async (s) => {
    const name = s.name();
    const batch = async (operations: readonly object[]): Promise<readonly { item?: Rec }[]> =>
      (await s.post('/items/batch', { operations })).results as readonly { item?: Rec }[];
    const without = Array.from({ length: 100 }, () => ({ op: 'create', item: { name } }));
    const made = (await batch(without)).flatMap(({ item }) => item ?? []);
    // If generated codes contain the id, these are the codes of the next ids.
    const last = made.reduce((one, other) => (other.id > one.id ? other : one), made[0] as Rec);
    const codeOf = (n: number) => String(last.itemCode).replace(String(last.id), String(last.id + n));
    const codes = made.map((_, n) => codeOf(n + 1)).filter((code) => code !== last.itemCode);
    await batch(codes.map((itemCode, n) => ({ op: 'update', id: made[n]?.id, item: { itemCode } })));
    for (const query of ['', '?dryRun=true']) await s.post(`/items${query}`, { name });
    const variants = [{ name: 'a' }, { name: 'b', itemCode: codeOf(140) }, { name: 'c' }];
    const item = await s.post('/items', { name, type: 1, variants });
    await s.patch(`/items/${item.id}`, { variants: [...(item.variants as Rec[]), { name: 'd' }, { name: 'e' }] });
    await batch([...without.slice(0, 9), { op: 'create', item: { name, type: 1, variants: [{ name }, { name }] } }]);
  }),
  scripted(
    'full-groups',
    'a group with as many items as it can have takes no other, whichever side adds it',
    async (s) => {
      const create = async (more: object = {}) => (await s.post('/items', { name: s.name(), ...more })).id;
      const options = Array.from({ length: 100 }, (_, index) => ({ name: `${index}`, price: `${index}.5` }));
      const itemIds: number[] = [];
      while (itemIds.length < MOST_ITEMS) itemIds.push(await create());
      const { id } = await s.post('/modifiers', { name: s.name(), options, itemIds: itemIds.toReversed() });
      const other = await s.post('/modifiers', { name: s.name(), options: [{ name: 'a' }] });
      await create({ modifierIds: [other.id, id] });
      const item = await create({ modifierIds: [other.id] });
      await s.patch(`/items/${item}`, { modifierIds: [id, other.id] });
      await s.patch(`/items/${itemIds[0]}`, { modifierIds: [other.id, id] });
      await s.patch(`/modifiers/${id}`, { itemIds: [...itemIds, item] });
      await s.patch(`/modifiers/${id}`, { options: [...options, { name: 'one more' }] });
      await s.get(`/modifiers/${id}/full`);
      const items = itemIds.map((itemId, sortOrder) => ({ itemId, sortOrder, price: `${sortOrder}` }));
      const menu = await s.post('/menus/create-with-items', { name: s.name(), items });
      await s.patch(`/modifiers/${id}`, { itemIds: [item] });
      await s.get(`/menus/${menu.id}/full`);
      // An item has at most fifty groups.
      const groups: number[] = [];
      while (groups.length < 50)
        groups.push((await s.post('/modifiers', { name: s.name(), options: [{ name: 'a' }] })).id);
      const full = await create({ modifierIds: groups });
      await s.patch(`/modifiers/${other.id}`, { itemIds: [item, full] });
      await s.post('/modifiers', { name: s.name(), options: [{ name: 'a' }], itemIds: [full] });
      await s.patch(`/modifiers/${groups[0]}`, { itemIds: [item, full] });
      await s.get('/items?limit=100');
    },
  ),
  scripted('names', 'names are compared, found and ordered without case, accents and typography', async (s) => {
    for (const [path, create, fields] of NAMED) {
      for (const [written, other] of COMPARED) {
        const mark = s.name('said');
        await s.post(create, { name: `${mark} ${written}`, ...fields });
        await s.get(`${path}?search=${encodeURIComponent(`${other} ${mark}`)}`);
        await s.post(create, { name: `${mark} ${other}`, ...fields });
      }
      const mark = s.name('row');
      for (const name of UNSORTED) await s.post(create, { name: `${mark} ${name}`, ...fields });
      for (const order of ['asc', 'desc'])
        for (const page of [1, 2, 3])
          await s.get(`${path}?search=${mark}&sort=name&order=${order}&limit=4&page=${page}`);
    }
  }),
];
