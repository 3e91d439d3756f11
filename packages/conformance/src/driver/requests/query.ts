import type { Fields } from '../../specification/answer.ts';
import type { Parameter } from '../../specification/contract.ts';
import { addDays } from '../../specification/days.ts';
import { AWKWARD, BLANK, FAR, NO_INSTANTS, BOOLEANS as SPELLED } from './awkward.ts';
import { type Option, option, pick, type Scene, UNKNOWN_ID } from './factor.ts';
import { entriesOf, tableNamed } from './references.ts';
import { instantAt } from './texts.ts';
import { schemaOf, valuesFor } from './values.ts';

/** Ways to fill in query parameters. */

const fixed = (...texts: readonly (string | number)[]): Option[] =>
  texts.map((text) => option(String(text), () => text));

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

const SEARCHES: readonly Option[] = [
  option('a word', (scene) => pick(words(scene), scene.draw)),
  option('in upper case', (scene) => pick(words(scene), scene.draw)?.toUpperCase()),
  option('without accents', (scene) =>
    pick(words(scene), scene.draw)
      ?.normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, ''),
  ),
  option('part of a word', (scene) => inner(pick(words(scene), scene.draw) ?? 'conf')),
  option('words in another order', (scene) => words(scene).toReversed().slice(0, 8).join('  ')),
  option('of an entry', entryText),
  option('of many', () => 'conf'),
  option('nothing', () => 'conf-no-such-word'),
  option('one word too many', (scene) => `${words(scene)[0]} nosuchword`),
  option('a wildcard', () => '%'),
  option('blank', () => ' \u0301 '),
];

const ofItem = (property: 'name' | 'itemCode'): Option =>
  option(`${property} of an item`, ({ records, draw }) => pick(records('items'), draw)?.[property]);

/** The record's own day, and the days around it. */
const dayOf = ({ stored, today }: Scene, offset: number): string =>
  addDays(String(stored?.orderDate ?? stored?.date ?? today), offset);

const noInstant = ({ draw }: Scene): string => pick(NO_INSTANTS, draw) ?? '';

/** Labels of ends of a range that has every record. */
export const LONG_AGO = 'long ago';
export const FAR_AHEAD = 'far ahead';

const DATES: readonly Option[] = [
  option('its day', (scene) => dayOf(scene, 0)),
  option('the day before', (scene) => dayOf(scene, -1)),
  option('the day after', (scene) => dayOf(scene, 1)),
  option('an instant', (scene) => `${dayOf(scene, 0)}T00:00:00Z`),
  option('an instant elsewhere', (scene) => `${dayOf(scene, 0)}T23:30:00.000+05:30`),
  // The day begins at UTC+14, and ends at UTC-12.
  option('just before its day', (scene) => `${dayOf(scene, -1)}T09:59:59Z`),
  option('when its day begins', (scene) => `${dayOf(scene, -1)}T10:00:00Z`),
  option('at the end of its day', (scene) => `${dayOf(scene, 1)}T11:59:59Z`),
  option('when its day is over', (scene) => `${dayOf(scene, 1)}T12:00:00Z`),
  option(LONG_AGO, () => '1999-12-31'),
  option(FAR_AHEAD, () => '9999-12-31'),
  option('no day', () => '2026-02-30'),
  option('no instant', noInstant),
];

const dayWithSales = (at: number): Option =>
  option(`at ${at} of the days with sales`, ({ saleDays, today }) => {
    const days = saleDays();
    return days[Math.round(at * (days.length - 1))] ?? today;
  });

const anyDay = (offset: number): Option =>
  option(`${offset} after a day with sales`, ({ saleDays, today, draw }) =>
    addDays(pick(saleDays(), draw) ?? today, offset),
  );

/** Ends of periods. A pair of the first ones is in order, and both parameters have the same ones. */
const PERIODS: readonly Option[] = [
  ...[0, 0.3, 0.6, 1].map(dayWithSales),
  ...[0, -1, 1, 365].map(anyDay),
  option('today', ({ today }) => today),
  ...fixed('2024-01-01', '9999-12-31', 'yesterday'),
];

/** The time of a movement that the request is about, or of one of the item. */
function timeOf({ stored, movements, draw, today }: Scene): number {
  const own = movements().filter(({ itemId }) => itemId === (stored?.itemId ?? stored?.id));
  const at = stored?.at ?? pick(own, draw)?.at ?? stored?.updatedAt ?? `${today}T00:00:00Z`;
  return Date.parse(String(at));
}

const instants = (of: (scene: Scene) => number): readonly Option[] => [
  option('its time', (scene) => instantAt(of(scene))),
  option('just before', (scene) => instantAt(of(scene) - 1)),
  option('just after', (scene) => instantAt(of(scene)).replace('Z', '000001Z')),
  option('in microseconds', (scene) => instantAt(of(scene)).replace('Z', '000Z')),
  option('a minute before', (scene) => instantAt(of(scene) - 60_000)),
  option('a day later', (scene) => instantAt(of(scene) + 86_400_000)),
  option('with an offset', (scene) => instantAt(of(scene) + 19_800_000).replace('Z', '+05:30')),
  option(LONG_AGO, () => '1999-12-31T23:59:59Z'),
  option(FAR_AHEAD, () => '9999-12-31T23:59:59.999999999-23:59'),
  option('a day', ({ today }) => today),
  option('none', noInstant),
  option('without an offset', (scene) => instantAt(of(scene)).replace('Z', '')),
];

const INSTANTS = instants(timeOf);

/** Instants around the last change of the record. */
const CHANGES = instants(({ stored, today }) => Date.parse(String(stored?.updatedAt ?? `${today}T00:00:00Z`)));

const DOCUMENTS: readonly Option[] = [
  option('its own', ({ stored }) => stored?.documentId ?? undefined),
  option('of another', ({ movements, draw }) => pick(movements(), draw)?.documentId ?? undefined),
  option('an item', ({ records, draw }) => pick(records('items'), draw)?.id),
  option('unknown', () => UNKNOWN_ID),
];

/** Ids that filter: the record's own, others, several. */
function idFilters(name: string): Option[] {
  const table = tableNamed(name) ?? 'stores';
  const own = ({ stored, draw }: Scene): unknown => {
    const inLines = entriesOf(stored, 'lines').map((line) => line[name]);
    return stored?.[name] ?? stored?.[name.replace(/s$/, '')] ?? pick(inLines, draw);
  };
  const other = ({ records, draw }: Scene): unknown => pick(records(table), draw)?.id;
  return [
    option('its own', (scene) => own(scene) ?? other(scene)),
    option('of another', other),
    option('unknown', () => UNKNOWN_ID),
    option('two', (scene) => `${own(scene) ?? other(scene)},${other(scene)}`),
    option('one of another merchant', ({ foreign, draw }) => pick(foreign(table), draw)),
  ];
}

const FOLLOWED: readonly Option[] = [
  option('the latest', ({ cursors }) => cursors().at(-1)),
  option('an earlier one', ({ cursors, draw }) => pick(cursors().slice(-RECENT), draw)),
  option('of no page', () => 'WzEsMV0.c2lnbmVk'),
];

/** Earlier cursors are of pages that would list the whole run. */
const RECENT = 20;

const BOOLEANS = fixed(...SPELLED.slice(0, 6));

const ownText = (name: string): Option[] => [
  option('its own', ({ stored }) => stored?.[name] ?? undefined),
  option('two', ({ stored, neighbours, draw }) => {
    const row: Fields | undefined = pick(neighbours, draw);
    return [stored?.[name], row?.[name]].filter((text) => typeof text === 'string').join(',') || undefined;
  }),
  option('unknown', () => 'conf-none'),
];

const joined = (...ids: readonly (unknown | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).join() || undefined;

/** Ids of listed records: the record's own, several, one twice, and some that the list does not have. */
const IDS: readonly Option[] = [
  option('its own', ({ stored }) => stored?.id),
  option('two', ({ stored, neighbours, draw }) => joined(stored?.id, pick(neighbours, draw)?.id)),
  option('many', ({ neighbours }) => joined(...neighbours.slice(-100).map(({ id }) => id))),
  option('one twice', ({ stored }) => joined(stored?.id, stored?.id)),
  option('one unknown', ({ stored }) => joined(stored?.id, UNKNOWN_ID)),
  option('unknown', () => UNKNOWN_ID),
  option('one of another merchant', ({ stored, strangers, draw }) => joined(stored?.id, pick(strangers, draw))),
];

const hasExternalId = ({ externalId }: Fields): boolean => typeof externalId === 'string';

/** The record's own external id, or another's if it has none. */
const externalIdOf = ({ stored, neighbours, draw }: Scene): string | undefined =>
  (stored && hasExternalId(stored) ? stored : pick(neighbours.filter(hasExternalId), draw))?.externalId as
    | string
    | undefined;

const EXTERNAL_IDS: readonly Option[] = [
  option('its own', externalIdOf),
  option('in another case', (scene) => otherCase(externalIdOf(scene))),
  option('its beginning', (scene) => externalIdOf(scene)?.slice(0, -1) || undefined),
  option('in spaces', (scene) => {
    const externalId = externalIdOf(scene);
    return externalId && `${externalId}\u00A0 `;
  }),
  option('unknown', () => 'conf-none'),
];

const otherCase = (text: string | undefined): string | undefined =>
  text === text?.toUpperCase() ? text?.toLowerCase() : text?.toUpperCase();

const BY_NAME: Readonly<Record<string, readonly Option[]>> = {
  page: fixed(1, 2, 3, 1000),
  limit: fixed(1, 2, 3, 5, 100),
  search: SEARCHES,
  itemSearch: [...SEARCHES, ofItem('name'), ofItem('itemCode')],
  fromDate: DATES,
  toDate: DATES,
  from: PERIODS,
  to: PERIODS,
  ids: IDS,
  externalId: EXTERNAL_IDS,
  orderNos: ownText('orderNo'),
  provider: ownText('provider'),
  documentId: DOCUMENTS,
  after: FOLLOWED,
  // Longer waits would only cost the suite time.
  wait: fixed(0, 1, 31),
  resources: fixed(
    'items',
    'stock',
    'brands,categories',
    'purchaseOrders,stockTransfers,stockAdjustments,stock',
    'menus,modifiers,menus',
    'openOrders,dailySales,stores,suppliers,taxes',
    'brands,item',
  ),
  dryRun: fixed('true', 'false'),
  receive: fixed('false', 'true'),
  post: fixed('false', 'true'),
};

const sameValue = (name: string): Option[] => [option('its own', ({ stored }) => stored?.[name])];

/** Ways to send a parameter. The first of an optional one leaves it out. */
export function queryOptions({ name, schema, required }: Parameter): Option[] {
  const isInstant = schemaOf(schema).format === 'date-time';
  const given = isInstant ? (name.startsWith('updated') ? CHANGES : INSTANTS) : BY_NAME[name];
  const values = given ?? (tableNamed(name) ? idFilters(name) : plain(schema, name));
  const absent = option('absent', () => undefined);
  return required ? [...values, absent] : [absent, ...values];
}

/** Values of a parameter that are sent alone. */
export function queryEdges({ name, schema }: Parameter): readonly Option[] {
  if (/search$/i.test(name)) return fixed(...BLANK, ...AWKWARD);
  const [type] = [schemaOf(schema).type].flat();
  if (type === 'boolean') return fixed(...SPELLED);
  if (type === 'integer') return fixed(...FAR);
  return type === 'array' ? fixed('', ',', ...FAR) : fixed('', ' ');
}

function plain(schema: Parameter['schema'], name: string): Option[] {
  const values = valuesFor(schema, name, 'query').filter(({ label }) => label !== 'null');
  const isBoolean = values.some(({ label }) => label === 'true');
  return isBoolean ? BOOLEANS : [...values, ...sameValue(name)];
}
