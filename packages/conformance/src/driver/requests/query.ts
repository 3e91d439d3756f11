import { wrongTexts } from '@tillgate/openapi/requests';
import type { Fields } from '../../specification/answer.ts';
import type { Parameter } from '../../specification/contract.ts';
import { addDays } from '../../specification/days.ts';
import { AWKWARD, BLANK, FAR, NO_INSTANTS, BOOLEANS as SPELLED } from './awkward.ts';
import { type Choice, choice, pick, type Scene, UNKNOWN_ID } from './factor.ts';
import { entriesOf, tableNamed } from './references.ts';
import { instantAt } from './texts.ts';
import { schemaOf, valuesFor } from './values.ts';

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

const ofItem = (property: 'name' | 'itemCode'): Choice =>
  choice(`${property} of an item`, ({ records, draw }) => pick(records('items'), draw)?.[property]);

/** The record's own day, and the days around it. */
const dayOf = ({ stored, today }: Scene, offset: number): string =>
  addDays(String(stored?.orderDate ?? stored?.date ?? today), offset);

const noInstant = ({ draw }: Scene): string => pick(NO_INSTANTS, draw) ?? '';

const DATES: readonly Choice[] = [
  choice('its day', (scene) => dayOf(scene, 0)),
  choice('the day before', (scene) => dayOf(scene, -1)),
  choice('the day after', (scene) => dayOf(scene, 1)),
  choice('an instant', (scene) => `${dayOf(scene, 0)}T00:00:00Z`),
  choice('an instant elsewhere', (scene) => `${dayOf(scene, 0)}T23:30:00.000+05:30`),
  // The day begins at UTC+14, and ends at UTC-12.
  choice('just before its day', (scene) => `${dayOf(scene, -1)}T09:59:59Z`),
  choice('when its day begins', (scene) => `${dayOf(scene, -1)}T10:00:00Z`),
  choice('at the end of its day', (scene) => `${dayOf(scene, 1)}T11:59:59Z`),
  choice('when its day is over', (scene) => `${dayOf(scene, 1)}T12:00:00Z`),
  choice('no day', () => '2026-02-30'),
  choice('no instant', noInstant),
];

const dayWithSales = (at: number): Choice =>
  choice(`at ${at} of the days with sales`, ({ saleDays, today }) => {
    const days = saleDays();
    return days[Math.round(at * (days.length - 1))] ?? today;
  });

const anyDay = (offset: number): Choice =>
  choice(`${offset} after a day with sales`, ({ saleDays, today, draw }) =>
    addDays(pick(saleDays(), draw) ?? today, offset),
  );

/** Ends of periods. A pair of the first ones is in order, and both parameters have the same ones. */
const PERIODS: readonly Choice[] = [
  ...[0, 0.3, 0.6, 1].map(dayWithSales),
  ...[0, -1, 1, 365].map(anyDay),
  choice('today', ({ today }) => today),
  ...fixed('2024-01-01', '9999-12-31', 'yesterday'),
];

/** The time of a movement that the request is about, or of one of the item. */
function timeOf({ stored, movements, draw, today }: Scene): number {
  const own = movements().filter(({ itemId }) => itemId === (stored?.itemId ?? stored?.id));
  const at = stored?.at ?? pick(own, draw)?.at ?? stored?.updatedAt ?? `${today}T00:00:00Z`;
  return Date.parse(String(at));
}

const instants = (of: (scene: Scene) => number): readonly Choice[] => [
  choice('its time', (scene) => instantAt(of(scene))),
  choice('just before', (scene) => instantAt(of(scene) - 1)),
  choice('just after', (scene) => instantAt(of(scene)).replace('Z', '000001Z')),
  choice('in microseconds', (scene) => instantAt(of(scene)).replace('Z', '000Z')),
  choice('a minute before', (scene) => instantAt(of(scene) - 60_000)),
  choice('a day later', (scene) => instantAt(of(scene) + 86_400_000)),
  choice('with an offset', (scene) => instantAt(of(scene) + 19_800_000).replace('Z', '+05:30')),
  choice('long ago', () => '1999-12-31T23:59:59Z'),
  choice('far ahead', () => '9999-12-31T23:59:59.999999999-23:59'),
  choice('a day', ({ today }) => today),
  choice('none', noInstant),
  choice('without an offset', (scene) => instantAt(of(scene)).replace('Z', '')),
];

const INSTANTS = instants(timeOf);

/** Instants around the last change of the record. */
const CHANGES = instants(({ stored, today }) => Date.parse(String(stored?.updatedAt ?? `${today}T00:00:00Z`)));

const DOCUMENTS: readonly Choice[] = [
  choice('its own', ({ stored }) => stored?.documentId ?? undefined),
  choice('of another', ({ movements, draw }) => pick(movements(), draw)?.documentId ?? undefined),
  choice('an item', ({ records, draw }) => pick(records('items'), draw)?.id),
  choice('unknown', () => UNKNOWN_ID),
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

const FOLLOWED: readonly Choice[] = [
  choice('the latest', ({ cursors }) => cursors().at(-1)),
  choice('an earlier one', ({ cursors, draw }) => pick(cursors().slice(-RECENT), draw)),
  choice('of no page', () => 'WzEsMV0.c2lnbmVk'),
];

/** Earlier cursors are of pages that would list the whole run. */
const RECENT = 20;

const BOOLEANS = fixed(...SPELLED.slice(0, 6));

const ownText = (name: string): Choice[] => [
  choice('its own', ({ stored }) => stored?.[name] ?? undefined),
  choice('two', ({ stored, neighbours, draw }) => {
    const row: Fields | undefined = pick(neighbours, draw);
    return [stored?.[name], row?.[name]].filter((text) => typeof text === 'string').join(',') || undefined;
  }),
  choice('unknown', () => 'conf-none'),
];

const joined = (...ids: readonly (unknown | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).join() || undefined;

/** Ids of listed records: the record's own, several, one twice, and some that the list does not have. */
const IDS: readonly Choice[] = [
  choice('its own', ({ stored }) => stored?.id),
  choice('two', ({ stored, neighbours, draw }) => joined(stored?.id, pick(neighbours, draw)?.id)),
  choice('many', ({ neighbours }) => joined(...neighbours.slice(-100).map(({ id }) => id))),
  choice('one twice', ({ stored }) => joined(stored?.id, stored?.id)),
  choice('one unknown', ({ stored }) => joined(stored?.id, UNKNOWN_ID)),
  choice('unknown', () => UNKNOWN_ID),
  choice('one of another merchant', ({ stored, strangers, draw }) => joined(stored?.id, pick(strangers, draw))),
];

const hasExternalId = ({ externalId }: Fields): boolean => typeof externalId === 'string';

/** The record's own external id, or another's if it has none. */
const externalIdOf = ({ stored, neighbours, draw }: Scene): string | undefined =>
  (stored && hasExternalId(stored) ? stored : pick(neighbours.filter(hasExternalId), draw))?.externalId as
    | string
    | undefined;

const EXTERNAL_IDS: readonly Choice[] = [
  choice('its own', externalIdOf),
  choice('in another case', (scene) => otherCase(externalIdOf(scene))),
  choice('its beginning', (scene) => externalIdOf(scene)?.slice(0, -1) || undefined),
  choice('in spaces', (scene) => {
    const externalId = externalIdOf(scene);
    return externalId && `${externalId}\u00A0 `;
  }),
  choice('unknown', () => 'conf-none'),
];

const otherCase = (text: string | undefined): string | undefined =>
  text === text?.toUpperCase() ? text?.toLowerCase() : text?.toUpperCase();

const BY_NAME: Readonly<Record<string, readonly Choice[]>> = {
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

const sameValue = (name: string): Choice[] => [choice('its own', ({ stored }) => stored?.[name])];

/** Ways to send a parameter. The first of an optional one leaves it out. */
export function queryChoices({ name, schema, required }: Parameter): Choice[] {
  const isInstant = schemaOf(schema).format === 'date-time';
  const given = isInstant ? (name.startsWith('updated') ? CHANGES : INSTANTS) : BY_NAME[name];
  const values = given ?? (tableNamed(name) ? idFilters(name) : plain(schema, name));
  const absent = choice('absent', () => undefined);
  return required ? [...values, absent] : [absent, ...values];
}

/** Texts that the parameter's schema rejects. */
export const wrongParameters = ({ schema }: Parameter): Choice[] =>
  [...new Set(wrongTexts(schema))].map((text) => choice(JSON.stringify(text), () => text));

/** Values of a parameter that are sent alone. */
export function queryEdges({ name, schema }: Parameter): readonly Choice[] {
  if (/search$/i.test(name)) return fixed(...BLANK, ...AWKWARD);
  const [type] = [schemaOf(schema).type].flat();
  if (type === 'boolean') return fixed(...SPELLED);
  if (type === 'integer') return fixed(...FAR);
  return type === 'array' ? fixed('', ',', ...FAR) : fixed('', ' ');
}

function plain(schema: Parameter['schema'], name: string): Choice[] {
  const values = valuesFor(schema, name, 'query').filter(({ label }) => label !== 'null');
  const isBoolean = values.some(({ label }) => label === 'true');
  return isBoolean ? BOOLEANS : [...values, ...sameValue(name)];
}
