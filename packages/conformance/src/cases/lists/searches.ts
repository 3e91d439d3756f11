import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered, wordsOccur } from '../expect/lists.ts';

/** Fields covered by `search`, for lists without a more specific case. */

const example = subject('examples', 'search');

interface Searched {
  readonly id: string;
  readonly path: string;
  readonly create: string;
  readonly fields?: object;
  /** A field that is not searched. */
  readonly beside?: string;
}

const SEARCHED: readonly Searched[] = [
  { id: 'Categories', path: '/categories', create: '/categories' },
  { id: 'Brands', path: '/brands', create: '/brands', beside: 'description' },
  { id: 'Menus', path: '/menus', create: '/menus/create-with-items', beside: 'description' },
  { id: 'Modifiers', path: '/modifiers', create: '/modifiers', fields: { options: [{ name: 'conf' }] } },
];

const encoded = (text: string): string => `search=${encodeURIComponent(text)}`;

/** Words in any order and letter case; no wildcards; only the name. */
const nameCase = ({ id, path, create, fields = {}, beside }: Searched): Case =>
  example(
    `${path.slice(1)}`,
    [
      `${path.slice(1)}.search`,
      'lists.search',
      'lists.search_words',
      'lists.search_literal',
      `op.list${id}.param.search`,
    ],
    `GET ${path}: search covers only the name; every word has to occur, literally`,
    async (t) => {
      const mark = t.name('find');
      const make = (end: string, more: object = {}) =>
        t.as().create(create, { name: `${mark}${end}`, ...fields, ...more });
      const one = await make(' Flat White');
      const two = await make(' Long Black_%\\', beside ? { [beside]: `${mark} flat white` } : {});
      const both = [one, two];
      const find = (text: string, expected: readonly Rec[]) => expectFiltered(t, path, encoded(text), both, expected);
      await find(mark, both);
      for (const text of [`${mark} Flat White`, `white ${mark}`, `FLAT ${mark}`, `${mark}  lat  hit`])
        await find(text, [one]);
      await find(`${mark} flat black`, []);
      for (const accent of ['´', '¨', '˜']) await find(`${mark} ${accent} long${accent}`, [two]);
      for (const text of ['_%\\', '%\\', 'Black_']) await find(`${mark} ${text}`, [two]);
      for (const text of ['Fl_t', 'Fl%t', 'Flat%', '_Flat', '\\', '.*', 'Fl?t'])
        await find(`${mark} ${text}`, text === '\\' ? [two] : []);
      const renamed = { name: t.name('renamed') };
      const target = path === '/menus' ? `/menus/${one.id}/update-with-items` : `${path}/${one.id}`;
      t.requireStatus(await t.as().patch(target, renamed), 200);
      await find(mark, [two]);
      await find(renamed.name, [one]);
    },
  );

/** Records that only the back office writes are found only by their own fields. */
const referenceCase = (path: string, id: string, fields: readonly string[]): Case =>
  example(
    path.slice(1),
    [`${path.slice(1)}.search`, 'lists.search', `op.list${id}.param.search`],
    `GET ${path}: search covers ${fields.join(' and ')}, in any letter case`,
    async (t) => {
      const { data } = await t.as().page(`${path}?limit=20`);
      for (const record of data) {
        for (const text of fields.flatMap((field) => texts(record[field]))) {
          const found = await t.as().all(`${path}?${encoded(text)}`);
          t.check(
            found.some((one) => one.id === record.id),
            `search=${text} does not find the record ${record.id}`,
          );
          for (const one of found)
            t.check(
              wordsOccur(
                text,
                fields.map((field) => one[field]),
              ),
              `search=${text} finds ${one.id}`,
            );
        }
      }
    },
  );

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value.slice(0, 100), value.toUpperCase().slice(0, 100)] : [];

export const SEARCH_CASES: readonly Case[] = [
  ...SEARCHED.map(nameCase),
  referenceCase('/stores', 'Stores', ['name', 'code']),
  referenceCase('/suppliers', 'Suppliers', ['name', 'code']),
  referenceCase('/taxes', 'Taxes', ['name']),
];
