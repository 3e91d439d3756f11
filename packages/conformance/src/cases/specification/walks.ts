import { creatorOf, SPECIFIED } from '../../driver/operations.ts';
import { CHANGERS, walkChanges } from '../../driver/walks/changes.ts';
import { LISTS, walkList } from '../../driver/walks/lists.ts';
import { LONG_LISTS, walkLongList } from '../../driver/walks/long-lists.ts';
import { sendPairs } from '../../driver/walks/pairs.ts';
import { RACES, race } from '../../driver/walks/races.ts';
import { tourRecords, tourStock } from '../../driver/walks/records.ts';
import { sendBatches, sendSequence } from '../../driver/walks/sequences.ts';
import { WRITES, walkValues } from '../../driver/walks/values.ts';
import type { Case } from '../../run/case.ts';
import { TABLES } from '../../specification/state.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

/** Cases that the contract and the specification generate: each walk has a budget that follows from `--runs`. */

const lists = specified('lists');
const LIST_CASES = LISTS.map((list) =>
  lists(
    list.id,
    `GET ${list.path}: each parameter by each value, every two filters, and pages by cursor while the list grows`,
    (t) => walkList(t, list, mostOf(t)),
    ['lists.cursor_while_growing'],
  ),
);

/** They leave more than a thousand records behind, so only where requests are plenty. */
const longLists = specified('long-lists');
const LONG_LIST_CASES = LONG_LISTS.map((list) =>
  longLists(list.id, `GET ${list.path}: the rows and totals of more records than are counted`, async (t) => {
    if (t.session.isPlenty) await walkLongList(t, list, mostOf(t));
  }),
);

const values = specified('values');
const VALUE_CASES = WRITES.map((operation) =>
  values(
    operation.id,
    `${operation.method} ${operation.path}: each parameter and property by each value, and bodies of other shapes`,
    (t) => walkValues(t, operation, mostOf(t)),
  ),
);

const changes = specified('changes');
const CHANGE_CASES = CHANGERS.map((changer) =>
  changes(
    changer.id,
    `PATCH ${changer.path}: each property in every state, under conditions, and with others' values`,
    (t) => walkChanges(t, changer, t.session.isPlenty ? Number.POSITIVE_INFINITY : mostOf(t)),
  ),
);

const pairs = specified('pairs');
const PAIR_CASES = SPECIFIED.map((operation) =>
  pairs(operation.id, `${operation.method} ${operation.path}: every pair of what a request can choose`, (t) =>
    sendPairs(t, operation, mostOf(t)),
  ),
);

const tours = specified('tours');
const TOUR_CASES = [
  ...TABLES.filter((table) => creatorOf(table)).map((table) =>
    tours(table, `${table}: every act in every state, with values of every kind, and all that it changes`, (t) =>
      tourRecords(t, table, 8 * mostOf(t)),
    ),
  ),
  tours('stock', 'documents of one item: counts, what happened before them and arrives later, and voids', (t) =>
    tourStock(t, 16 * mostOf(t)),
  ),
];

/** Requests of one kind for each round of a race. */
const REQUESTS_PER_ROUND = 8;

const concurrent = specified('concurrent');
const RACE_CASES = RACES.map((one) =>
  concurrent(
    one.id,
    'requests at once have the responses that the specification says in some order of them',
    (t) =>
      race(t, one, Math.max(t.session.isPlenty ? (one.kinds ?? 2) : 2, Math.floor(mostOf(t) / REQUESTS_PER_ROUND))),
    one.rules,
  ),
);

/** Sequences, each of a seed that follows from the run's. */
const COUNT = 4;

const sequences = specified('sequences');
const SEQUENCE_CASES = [
  ...Array.from({ length: COUNT }, (_, n) =>
    sequences(`${n + 1}`, 'random requests about all resources of one merchant', (t) =>
      sendSequence(t, t.seed * COUNT + n, 3 * mostOf(t)),
    ),
  ),
  sequences('batches', 'random batches, whose operations touch the records and codes of others', (t) =>
    sendBatches(t, 2 * mostOf(t)),
  ),
];

export const WALK_CASES: readonly Case[] = [
  ...TOUR_CASES,
  ...VALUE_CASES,
  ...CHANGE_CASES,
  ...LIST_CASES,
  ...LONG_LIST_CASES,
  ...PAIR_CASES,
  ...RACE_CASES,
  ...SEQUENCE_CASES,
];
