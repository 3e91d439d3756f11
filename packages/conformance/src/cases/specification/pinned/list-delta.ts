import type { Driver } from '../../../driver/driver.ts';
import type { Fields } from '../../../specification/answer.ts';
import type { Row } from '../../../specification/state.ts';

/** The filters that every list of records has: `ids`, `externalId`, `updatedFrom` and `updatedTo`. */

const MISSING = 999_999_999;

/** Most ids in one request. */
const MOST_IDS = 100;

const shifted = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** The same instant in Kolkata. */
const elsewhere = (instant: string): string => shifted(instant, 330 * 60_000).replace('Z', '+05:30');

const instantsOf = ({ updatedAt }: Row): string[] => [
  updatedAt,
  shifted(updatedAt, 1),
  shifted(updatedAt, -1),
  elsewhere(updatedAt),
  updatedAt.replace('Z', '000Z'),
  updatedAt.replace('Z', '001Z'),
  updatedAt.slice(0, 10),
  updatedAt.replace('Z', ''),
  '2000-01-01T00:00:00Z',
  ...['2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z', '2026-02-28T12:00:00+24:00', '2026-02-28T23:59:60Z'],
];

/** Values that the filters are tried with. */
const VALUES: Readonly<Record<string, (row: Row) => readonly unknown[]>> = {
  ids: ({ id }) => [
    id,
    `${id},${MISSING}`,
    `${id},${id}`,
    MISSING,
    '',
    ',',
    Array(MOST_IDS + 1)
      .fill(id)
      .join(),
  ],
  externalId: ({ externalId }) => {
    const own = String(externalId ?? 'conf-none');
    return [own, own.toUpperCase(), own.slice(0, -1), `${own}\u00A0 `, `${own},${own}`, '', ' '];
  },
  updatedFrom: instantsOf,
  updatedTo: instantsOf,
};

/** Undefined for another filter. */
export const deltaValues = (name: string, row: Row | undefined): readonly unknown[] | undefined =>
  row && VALUES[name]?.(row);

/** A value that selects some of the records, but not all; undefined for another filter. */
export function deltaAmong(name: string, rows: readonly Row[]): readonly unknown[] | undefined {
  const instants = rows.map(({ updatedAt }) => updatedAt).sort();
  const at = (share: number): string[] => instants.slice(Math.floor(share * instants.length)).slice(0, 1);
  if (name === 'updatedFrom') return at(1 / 3);
  if (name === 'updatedTo') return at(2 / 3);
  if (name === 'ids')
    return rows.length > 1
      ? [
          rows
            .slice(1)
            .slice(-MOST_IDS)
            .map(({ id }) => id),
        ]
      : [];
  if (name === 'externalId') return rows.flatMap(({ externalId }) => externalId ?? []).slice(0, 1);
  return undefined;
}

/** Ranges that end before they begin, and others. */
export const updatedRanges = (row: Row | undefined): (readonly [from: string, to: string])[] => {
  if (!row) return [];
  const { updatedAt } = row;
  return [
    [updatedAt, shifted(updatedAt, 1)],
    [updatedAt, updatedAt],
    [updatedAt, elsewhere(updatedAt)],
    [updatedAt, shifted(updatedAt, -1)],
    [elsewhere(updatedAt), shifted(updatedAt, -1)],
  ];
};

/** Pages by cursor, which fits every spelling of its range and no other range. */
export async function followUpdated(driver: Driver, path: string, { updatedAt }: Row): Promise<void> {
  const get = async (from: string, more = '') => {
    const url = `${path}?limit=1&updatedFrom=${encodeURIComponent(from)}${more}`;
    return (await driver.send({ method: 'GET', url })).body as { pagination?: Fields };
  };
  const from = shifted(updatedAt, -60_000);
  const { pagination } = await get(from);
  const cursor = `&cursor=${pagination?.nextCursor}`;
  for (const spelled of [from, elsewhere(from), from.replace('Z', '000Z'), shifted(from, 1)])
    await get(spelled, cursor);
}
