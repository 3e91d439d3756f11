import { creatorOf } from '../../driver/operations.ts';
import { LISTS, walkList } from '../../driver/walks/lists.ts';
import { LONG_LISTS, walkLongList } from '../../driver/walks/long-lists.ts';
import { tourRecords } from '../../driver/walks/records.ts';
import { WRITES, walkValues } from '../../driver/walks/values.ts';
import type { Case } from '../../engine/case.ts';
import { TABLES } from '../../specification/state.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

const [lists, longLists] = [specified('lists'), specified('long-lists')];
const [values, tours] = [specified('values'), specified('tours')];

export const WALK_CASES: readonly Case[] = [
  ...LISTS.map((list) =>
    lists(
      list.id,
      `GET ${list.path}: each parameter by each value, every two filters and every page have the response that the specification says`,
      (t) => walkList(t, list, mostOf(t)),
    ),
  ),
  ...LONG_LISTS.map((list) =>
    longLists(
      list.id,
      `GET ${list.path}: more records than are counted have the rows and totals that the specification says`,
      async (t) => (t.session.isPlenty ? walkLongList(t, list) : undefined),
    ),
  ),
  ...WRITES.map((operation) =>
    values(
      operation.id,
      `${operation.method} ${operation.path}: each property by each value, and bodies of other shapes, have the response that the specification says`,
      (t) => walkValues(t, operation, mostOf(t)),
    ),
  ),
  ...TABLES.filter((table) => creatorOf(table)).map((table) =>
    tours(
      table,
      `${table}: every act in every state, with values of every kind, has the response and the effects that the specification says`,
      (t) => tourRecords(t, table, 8 * mostOf(t)),
    ),
  ),
];
