import { CannotRun, readGiven } from '../exit.ts';
import { dayAt, isDay } from '../specification/days.ts';
import { BackOffice, type References } from './back-office.ts';
import type { Goods, Line } from './lines.ts';

/** A merchant's back-office file, and the period in which the merchant has no other sales. */
export interface BackOfficeFile {
  readonly file: string;
  readonly from?: string;
  readonly to?: string;
}

const kept = new Map<string, BackOffice>();

/** Reads a back-office file. Throws CannotRun with the number of an invalid line. */
export function readBackOffice(given: BackOfficeFile): BackOffice {
  const key = JSON.stringify([given.file, given.from, given.to]);
  const known = kept.get(key) ?? read(given);
  kept.set(key, known);
  return known;
}

function read({ file, ...period }: BackOfficeFile): BackOffice {
  const lines = readGiven(file)
    .split('\n')
    .flatMap((text, i) => (text.trim() === '' ? [] : [parse(text, `${file}, line ${i + 1}`)]));
  const references = { stores: byId(lines, 'store'), items: byId(lines, 'item'), suppliers: byId(lines, 'supplier') };
  for (const line of lines) requireKnown(line, references, file);
  for (const day of Object.values(period)) if (!isDay(day)) throw new CannotRun(`${day} is not a day (in ${file}).`);
  return new BackOffice(lines, references, period);
}

function parse(text: string, where: string): Line {
  try {
    const line = JSON.parse(text) as Line;
    if (typeof line.externalId === 'string' && typeof line.type === 'string') return line;
  } catch {}
  throw new CannotRun(`${where}: not a JSON object with type and externalId.`);
}

type Of<Type extends Line['type']> = Extract<Line, { readonly type: Type }>;

/** Keeps the first line of each record. A repeated externalId changes nothing. */
function byId<Type extends Line['type']>(lines: readonly Line[], type: Type): Map<string, Of<Type>> {
  const found = lines.filter((line): line is Of<Type> => line.type === type);
  return new Map(found.toReversed().map((line) => [line.externalId, line]));
}

/** Checks that lines compared with responses refer to records in the same file. */
function requireKnown(line: Line, { stores, items, suppliers }: References, file: string): void {
  const missing = (what: string) => new CannotRun(`${file}: ${line.type} ${line.externalId} needs ${what}.`);
  if (line.type === 'item' && !line.itemCode) throw missing('an itemCode to be found by');
  if (line.type === 'store') requireZone(line.timezone, missing);
  if ('store' in line && !stores.has(line.store)) throw missing(`a store ${line.store} in this file`);
  if ('supplier' in line && !suppliers.has(line.supplier)) throw missing(`a supplier ${line.supplier} in this file`);
  for (const goods of goodsOf(line)) {
    const item = items.get(goods.item);
    if (!item) throw missing(`an item ${goods.item} in this file`);
    if (goods.variant && !item.variants?.some(({ name }) => name === goods.variant))
      throw missing(`a variant ${goods.variant} of ${goods.item} in this file, by its name`);
  }
}

function requireZone(timezone: string, missing: (what: string) => CannotRun): void {
  try {
    dayAt('2026-01-01T00:00:00Z', timezone);
  } catch {
    throw missing(`a valid time zone, not ${timezone}`);
  }
}

function goodsOf(line: Line): readonly Goods[] {
  if (line.type === 'sale' || line.type === 'refund')
    return line.lines.flatMap((sold) => [sold, ...(sold.components ?? [])]);
  if ('lines' in line) return line.lines;
  if (line.type === 'openingStock') return [line];
  return line.type === 'item' ? (line.components ?? []) : [];
}
