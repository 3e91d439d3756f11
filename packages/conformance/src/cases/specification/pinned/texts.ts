import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

/** Text in any script: normalization, unique names, search and sort. */

const COMPOSED = 'Café';
const DECOMPOSED = COMPOSED.normalize('NFD');

/** Texts of which some differ only by case, accents, typography or encoding; vowel signs are not accents. */
const COMPARED: readonly (readonly [written: string, other: string])[] = [
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
  [COMPOSED, 'CAFE'],
  ['cafe', COMPOSED.toUpperCase()],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ['Straße', 'STRASSE'],
  ['Ёлка', 'елка'],
  ['Ärger', 'arger'],
  ['कला', 'केला'],
  ['Сыр', 'Сыт'],
  ['Joe’s', "Joe's"],
  ["Bob's", 'Bob‘s'],
  ['“Cold–brew”', '"Cold-brew"'],
  ['12″ × 5′', `12" × 5'`],
  ['½', '1/2'],
  ['x-y', 'xy'],
];

const LISTS: readonly (readonly [path: string, create: string, fields: object])[] = [
  ['/items', '/items', {}],
  ['/categories', '/categories', {}],
  ['/brands', '/brands', {}],
  ['/menus', '/menus/create-with-items', {}],
  ['/modifiers', '/modifiers', { options: [{ name: 'conf' }] }],
];

/** Names in an order other than that of Unicode's root collation. */
const UNSORTED = ['1', 'eis', 'Aal', 'zulu', 'apfel', 'Ärger', 'Birne', 'Zebra', 'Éclair', 'яблоко', 'Ωμέγα'];

/** One space of each kind that separates words in some script, and the zero-width ones. */
const SPACES = [' ', '\u00A0', '\u1680', '\u2003', '\u200B', '\u202F', '\u205F', '\u2060', '\u3000', '\uFEFF'];

const REFUSED = ['\u0007', '\u001B', '\u007F', '\u0085', '\u009F', '\n', '\u2028', '\ud800', '\u0000'].concat([
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
]);

/** Texts that a careless escape, pattern or statement would change. */
const AWKWARD = ['<b>&amp;</b>', 'a\\b"c\'d', '%_\\', "'; drop table x; --", '🍌 👩‍👩‍👧', 'عربى', 'é\u0301'];

/** Texts that composition (NFC) changes: signs, syllables, marks in another order, and a letter that is only written with its mark. */
const UNCOMPOSED = ['\u212A \u212B \u2126', '한국'.normalize('NFD'), 'a\u0307\u0323', '\u0958'];

/** Marks and joiners that scripts need. */
const KEPT = ['\u200C', '\u200D', '\u200E', '\u200F', '\u00AD'];

async function compare(s: Script, [path, create, fields]: (typeof LISTS)[number]): Promise<void> {
  for (const [written, other] of COMPARED) {
    const mark = s.name('said');
    await s.post(create, { name: `${mark} ${written}`, ...fields });
    await s.get(`${path}?search=${encodeURIComponent(`${other} ${mark}`)}`);
    await s.post(create, { name: `${mark} ${other}`, ...fields });
  }
  const mark = s.name('row');
  for (const name of UNSORTED) await s.post(create, { name: `${mark} ${name}`, ...fields });
  for (const order of ['asc', 'desc'])
    for (const page of [1, 2, 3]) await s.get(`${path}?search=${mark}&sort=name&order=${order}&limit=4&page=${page}`);
}

export const PINNED_TEXTS: readonly Case[] = [
  pinned(
    'texts.compared',
    'names are compared, found and ordered without case, accents and typography, in every script',
    async (s) => {
      for (const list of LISTS) await compare(s, list);
    },
  ),
  pinned('texts.stored', 'text is composed and trimmed, and what could deceive is refused', async (s) => {
    const mark = s.name();
    const sent = { name: `${mark} ${DECOMPOSED}`, description: `${DECOMPOSED}\n${DECOMPOSED}` };
    const { id } = await s.post('/brands', sent);
    await s.patch(`/brands/${id}`, { description: `${DECOMPOSED} 2` });
    const variants = [{ name: ` ${DECOMPOSED}\u3000` }];
    await s.post('/items', { name: mark, type: 1, itemCode: `\u00A0${mark} ${DECOMPOSED} `, variants });
    // A property that is null does not end the normalization of its siblings.
    for (const beside of [
      { brandId: null, variants },
      { variants, brandId: null },
    ])
      await s.post('/items', { name: s.name(), type: 1, ...beside });
    await s.post('/items', { name: s.name(), itemCode: `${mark} ${COMPOSED}` });
    for (const space of SPACES) {
      const name = s.name();
      const padded = `${space} ${name}${space}`;
      await s.post('/brands', { name: padded, description: `${space}\n${name}\t${space}`, externalId: padded });
      await s.post('/brands', { name: padded });
      await s.post('/brands', { name: `${space}${space}` });
    }
    for (const character of REFUSED) {
      await s.post('/brands', { name: `${s.name()} a${character}b` });
      await s.patch(`/brands/${id}`, { name: `${s.name()} a${character}b` });
      await s.post('/brands', { name: s.name(), description: `a${character}b` });
    }
    for (const text of [...AWKWARD, ...UNCOMPOSED]) {
      const name = `${s.name()} ${text}`;
      const brand = await s.post('/brands', { name, description: text });
      await s.get(`/brands/${brand.id}`);
      await s.get(`/brands?search=${encodeURIComponent(name)}`);
    }
    for (const character of KEPT) {
      const name = `${s.name()} a${character}b`;
      await s.post('/brands', { name, description: name });
    }
  }),
];
