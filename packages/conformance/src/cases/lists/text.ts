import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectRejectedAt } from '../expect/rejections.ts';

/** Text in any script: normalization, unique names, search and sort. */

const example = subject('examples', 'text');

const COMPOSED = 'Café';
const DECOMPOSED = COMPOSED.normalize('NFD');

/** Texts that differ only by case and accents, in different encodings. */
const SAME: readonly (readonly [written: string, sought: string])[] = [
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
  [COMPOSED, 'CAFE'],
  ['cafe', COMPOSED.toUpperCase()],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ['Straße', 'STRASSE'],
  ['Ёлка', 'елка'],
  ['Ärger', 'arger'],
];

/** Words in other scripts; their vowel signs are not accents. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ['कला', 'केला'],
  ['Сыр', 'Сыт'],
];

const LISTS: readonly (readonly [path: string, create: string, fields: object])[] = [
  ['/items', '/items', {}],
  ['/categories', '/categories', {}],
  ['/brands', '/brands', {}],
  ['/menus', '/menus/create-with-items', {}],
  ['/modifiers', '/modifiers', { options: [{ name: 'conf' }] }],
];

const searchCase = ([path, create, fields]: (typeof LISTS)[number]): Case =>
  example(
    `search.${path.slice(1)}`,
    ['text.search', `${path.slice(1)}.search`],
    `GET ${path}: search finds a name regardless of case, accents and encoding, in any script`,
    async (t) => {
      const make = (name: string) => t.as().create(create, { name, ...fields });
      const find = async (text: string): Promise<unknown[]> =>
        (await t.as().page(`${path}?search=${encodeURIComponent(text)}`)).data.map(({ id }) => id);
      for (const [written, sought] of SAME) {
        const mark = t.name('said');
        const { id } = await make(`${mark} ${written}`);
        t.equal(await find(`${sought} ${mark}`), [id], `search for ${sought} of ${written}`);
      }
      for (const [written, sought] of DIFFERENT) {
        const mark = t.name('said');
        await make(`${mark} ${written}`);
        t.equal(await find(`${sought} ${mark}`), [], `search for ${sought} of ${written}`);
      }
    },
  );

/** Names in the order of Unicode's root collation: letters first, then case and accents, one script after another. */
const SORTED = ['1', 'Aal', 'apfel', 'Ärger', 'Birne', 'Éclair', 'eis', 'Zebra', 'zulu', 'Ωμέγα', 'яблоко'];

const sortCase = ([path, create, fields]: (typeof LISTS)[number]): Case =>
  example(
    `sort.${path.slice(1)}`,
    ['text.sort', 'lists.sort'],
    `GET ${path}?sort=name: names in the order of the root collation, by page and by cursor`,
    async (t) => {
      const mark = t.name('row');
      for (const name of SORTED.toSorted((a, b) => a.length - b.length))
        await t.as().create(create, { name: `${mark} ${name}`, ...fields });
      const expected = SORTED.map((name) => `${mark} ${name}`);
      const url = `${path}?search=${encodeURIComponent(mark)}&sort=name`;
      t.equal(
        (await t.as().all(`${url}&order=asc`)).map(({ name }) => name),
        expected,
        'names in ascending order',
      );
      t.equal(
        (await t.as().all(`${url}&order=desc`)).map(({ name }) => name),
        expected.toReversed(),
        'in descending order',
      );
      t.equal(await byCursor(t, `${url}&order=asc&limit=2`), expected, 'names by cursor');
    },
  );

async function byCursor(t: CaseContext, url: string): Promise<unknown[]> {
  const names: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, pagination } = await t.as().page(`${url}${cursor && `&cursor=${cursor}`}`);
    names.push(...data.map(({ name }) => name));
    cursor = pagination.nextCursor;
  }
  return names;
}

/** One space of each kind that separates words in some script, and the zero-width ones. */
const SPACES = [' ', '\u00A0', '\u1680', '\u2003', '\u200B', '\u202F', '\u205F', '\u2060', '\u3000', '\uFEFF'];

const code = (character: string): string => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

const CONTROLS = ['\u0007', '\u001B', '\u007F', '\u0085', '\u009F', '\n', '\u2028'];
const BIDIRECTIONAL = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'];

export const TEXT_CASES: readonly Case[] = [
  ...LISTS.map(searchCase),
  ...LISTS.map(sortCase),
  example(
    'normalized',
    ['text.normalized'],
    'text is returned in composed form (NFC), whatever form was sent',
    async (t) => {
      const mark = t.name();
      const sent = { name: `${mark} ${DECOMPOSED}`, description: `${DECOMPOSED}\n${DECOMPOSED}` };
      const expected = { name: `${mark} ${COMPOSED}`, description: `${COMPOSED}\n${COMPOSED}` };
      const { id } = await t.as().create('/brands', sent);
      const shown = ({ name, description }: Rec) => ({ name, description });
      t.equal(shown(await t.as().read(`/brands/${id}`)), expected, 'name and description as created');
      t.requireStatus(await t.as().patch(`/brands/${id}`, { description: `${DECOMPOSED} 2` }), 200);
      t.equal((await t.as().read(`/brands/${id}`)).description, `${COMPOSED} 2`, 'description as changed');
      const variants = [{ name: DECOMPOSED }];
      const item = await t.as().create('/items', { name: mark, type: 1, itemCode: `${mark} ${DECOMPOSED}`, variants });
      const [variant] = item.variants as Rec[];
      t.equal([variant?.name, item.itemCode], [COMPOSED, `${mark} ${COMPOSED}`], 'name of a variant, and code');
      const again = { name: t.name(), itemCode: `${mark} ${COMPOSED}` };
      expectRejectedAt(t, await t.as().post('/items', again), 409, 'partner.duplicate', '/itemCode');
    },
  ),
  example(
    'trimmed',
    ['text.trimmed', 'text.unique', 'brands.unique_name'],
    'white space at both ends of a text is removed, so that names that only differ in it are equal',
    async (t) => {
      for (const space of SPACES) {
        const name = t.name();
        const padded = `${space} ${name}${space}`;
        const sent = { name: padded, description: `${space}\n${name}\t${space}`, externalId: padded };
        const { id } = await t.as().create('/brands', sent);
        const { description, externalId, ...brand } = await t.as().read(`/brands/${id}`);
        t.equal([brand.name, description, externalId], [name, name, name], `texts with ${code(space)} at both ends`);
        for (const again of [name, padded])
          expectRejectedAt(t, await t.as().post('/brands', { name: again }), 409, 'partner.duplicate', '/name');
        const blank = { name: `${space}${space}` };
        expectRejectedAt(t, await t.as().post('/brands', blank), 400, 'partner.validation_failed', '/name');
      }
      const item = { name: t.name(), type: 1, itemCode: `\u00A0${t.name()} ` };
      const { itemCode, variants } = await t.as().create('/items', { ...item, variants: [{ name: ' L\u3000' }] });
      t.equal([itemCode, (variants as Rec[])[0]?.name], [item.itemCode.trim(), 'L'], 'a code, and a name in a list');
    },
  ),
  example(
    'unique-brands',
    ['text.unique', 'brands.unique_name'],
    'names of brands that differ only by case, accents or encoding are equal',
    async (t) => {
      for (const [written, other] of SAME) {
        const mark = t.name();
        const { id } = await t.as().create('/brands', { name: `${mark} ${written}` });
        const taken = await t.as().post('/brands', { name: `${mark} ${other}` });
        expectRejectedAt(t, taken, 409, 'partner.duplicate', '/name');
        t.expectStatus(await t.as().patch(`/brands/${id}`, { name: `${mark} ${other}` }), 200);
      }
      for (const names of DIFFERENT) {
        const mark = t.name();
        for (const name of names) await t.as().create('/brands', { name: `${mark} ${name}` });
      }
    },
  ),
  example(
    'unique-categories',
    ['text.unique', 'categories.unique_name'],
    'names of categories under one parent that differ only by case, accents or encoding are equal',
    async (t) => {
      for (const [written, other] of SAME) {
        const mark = t.name();
        const { id } = await t.as().create('/categories', { name: `${mark} ${written}` });
        const taken = await t.as().post('/categories', { name: `${mark} ${other}` });
        expectRejectedAt(t, taken, 409, 'partner.duplicate', '/name');
        await t.as().create('/categories', { name: `${mark} ${other}`, parentId: id });
      }
    },
  ),
  example(
    'refused',
    ['text.refused', 'op.createBrand.status.400', 'op.updateBrand.status.400'],
    'control characters, line breaks and bidirectional overrides are rejected in a name',
    async (t) => {
      const brand = await t.as().create('/brands', { name: t.name() });
      for (const character of [...CONTROLS, ...BIDIRECTIONAL]) {
        const body = { name: `${t.name()} a${character}b` };
        for (const answer of [await t.as().post('/brands', body), await t.as().patch(`/brands/${brand.id}`, body)])
          expectRejectedAt(t, answer, 400, 'partner.validation_failed', '/name');
      }
      for (const character of ['\u0007', ...BIDIRECTIONAL]) {
        const body = { name: t.name(), description: `a${character}b` };
        expectRejectedAt(t, await t.as().post('/brands', body), 400, 'partner.validation_failed', '/description');
      }
      const search = encodeURIComponent('a\u202Eb');
      t.expectStatus(await t.as().get(`/brands?search=${search}`), 400, 'partner.validation_failed');
    },
  ),
  example(
    'kept',
    ['text.refused', 'http.text_kept'],
    'line breaks and tabs of multi-line texts are stored, as are the marks and joiners that scripts need',
    async (t) => {
      const name = `${t.name()} \u200Fשלום\u200E می\u200Cخواهم`;
      const description = 'one\n\ttwo\r\nthree';
      const { id } = await t.as().create('/brands', { name, description });
      const brand = await t.as().read(`/brands/${id}`);
      t.equal([brand.name, brand.description], [name, description], 'name and description');
    },
  ),
];
