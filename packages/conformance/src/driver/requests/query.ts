import type { Fields } from '../../specification/answer.ts';
import type { Parameter } from '../../specification/contract.ts';
import { type Choice, choice, pick, type Scene, UNKNOWN_ID } from './factor.ts';
import { entriesOf, tableNamed } from './references.ts';
import { valuesFor } from './values.ts';

/** Ways to fill in query parameters. */

const fixed = (...texts: readonly (string | number)[]): Choice[] =>
  texts.map((text) => choice(String(text), () => text));

/** Texts of a record that a search could look for. */
const TEXTS = ['name', 'itemCode', 'code', 'orderNo', 'transferNo', 'adjustmentNo', 'invoice', 'narration', 'reason'];

const textOf = ({ stored, draw }: Scene, names: readonly string[] = TEXTS): string | undefined =>
  pick(
    names.map((name) => stored?.[name]).filter((text) => typeof text === 'string' && text !== ''),
    draw,
  ) as string | undefined;

const words = (scene: Scene): string[] => (textOf(scene) ?? 'conf').split(/\s+/).filter(Boolean);

const entryText = ({ stored, draw }: Scene): unknown =>
  pick(
    ['variants', 'items', 'options'].flatMap((list) => entriesOf(stored, list)),
    draw,
  )?.name;

const inner = (text: string): string => text.slice(1, -1) || text;

const SEARCHES: readonly Choice[] = [
  choice('a word', (scene) => pick(words(scene), scene.draw)),
  choice('in upper case', (scene) => pick(words(scene), scene.draw)?.toUpperCase()),
  choice('without accents', (scene) =>
    pick(words(scene), scene.draw)
      ?.normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, ''),
  ),
  choice('part of a word', (scene) => inner(pick(words(scene), scene.draw) ?? 'conf')),
  choice('words in another order', (scene) => words(scene).toReversed().slice(0, 8).join('  ')),
  choice('of an entry', entryText),
  choice('of many', () => 'conf'),
  choice('nothing', () => 'conf-no-such-word'),
  choice('one word too many', (scene) => `${words(scene)[0]} nosuchword`),
  choice('a wildcard', () => '%'),
  choice('blank', () => ' \u0301 '),
];

/** The record's own day, and the days around it. */
const dayOf = ({ stored, today }: Scene, offset: number): string => {
  const day = String(stored?.orderDate ?? stored?.date ?? today);
  return new Date(Date.parse(day) + offset * 86_400_000).toISOString().slice(0, 10);
};

const DATES: readonly Choice[] = [
  choice('its day', (scene) => dayOf(scene, 0)),
  choice('the day before', (scene) => dayOf(scene, -1)),
  choice('the day after', (scene) => dayOf(scene, 1)),
  choice('an instant', (scene) => `${dayOf(scene, 0)}T00:00:00Z`),
  choice('an instant elsewhere', (scene) => `${dayOf(scene, 0)}T23:30:00.000+05:30`),
  choice('no day', () => '2026-02-30'),
];

/** Days of the back office's file. */
const PERIODS: readonly Choice[] = [
  ...fixed('2026-03-28', '2026-03-29', '2026-03-30', '2026-03-01', '2026-04-30', '2025-10-26'),
  choice('today', ({ today }) => today),
  ...fixed('2024-01-01', 'yesterday'),
];

/** Ids that filter: the record's own, others, several. */
function idFilters(name: string): Choice[] {
  const table = tableNamed(name) ?? 'stores';
  const own = ({ stored, draw }: Scene): unknown => {
    const inLines = entriesOf(stored, 'lines').map((line) => line[name]);
    return stored?.[name] ?? stored?.[name.replace(/s$/, '')] ?? pick(inLines, draw);
  };
  const other = ({ records, draw }: Scene): unknown => pick(records(table), draw)?.id;
  return [
    choice('its own', (scene) => own(scene) ?? other(scene)),
    choice('of another', other),
    choice('unknown', () => UNKNOWN_ID),
    choice('two', (scene) => `${own(scene) ?? other(scene)},${other(scene)}`),
    choice('one of another merchant', ({ foreign, draw }) => pick(foreign(table), draw)),
  ];
}

const BOOLEANS = fixed('true', 'false', '1', '0', 'TRUE', 'False');

const ownText = (name: string): Choice[] => [
  choice('its own', ({ stored }) => stored?.[name] ?? undefined),
  choice('two', ({ stored, neighbours, draw }) => {
    const row: Fields | undefined = pick(neighbours, draw);
    return [stored?.[name], row?.[name]].filter((text) => typeof text === 'string').join(',') || undefined;
  }),
  choice('unknown', () => 'conf-none'),
];

const BY_NAME: Readonly<Record<string, readonly Choice[]>> = {
  page: fixed(1, 2, 3, 1000),
  limit: fixed(1, 2, 3, 5, 100),
  search: SEARCHES,
  itemSearch: SEARCHES,
  fromDate: DATES,
  toDate: DATES,
  from: PERIODS,
  to: PERIODS,
  orderNos: ownText('orderNo'),
  provider: ownText('provider'),
  dryRun: fixed('true', 'false'),
  receive: fixed('false', 'true'),
  post: fixed('false', 'true'),
};

const sameValue = (name: string): Choice[] => [choice('its own', ({ stored }) => stored?.[name])];

/** Ways to send a parameter. The first of an optional one leaves it out. */
export function queryChoices({ name, schema, required }: Parameter): Choice[] {
  const values = BY_NAME[name] ?? (tableNamed(name) ? idFilters(name) : plain(schema, name));
  const absent = choice('absent', () => undefined);
  return required ? [...values, absent] : [absent, ...values];
}

function plain(schema: Parameter['schema'], name: string): Choice[] {
  const values = valuesFor(schema, name, 'query').filter(({ label }) => label !== 'null');
  const isBoolean = values.some(({ label }) => label === 'true');
  return isBoolean ? BOOLEANS : [...values, ...sameValue(name)];
}
