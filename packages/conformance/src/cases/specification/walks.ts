import { creatorOf } from '../../driver/operations.ts';
import { tourRecords } from '../../driver/walks/records.ts';
import type { Case } from '../../engine/case.ts';
import { TABLES } from '../../specification/state.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

const tours = specified('tours');

export const WALK_CASES: readonly Case[] = TABLES.filter((table) => creatorOf(table)).map((table) =>
  tours(
    table,
    `${table}: every act in every state, with values of every kind, has the response and the effects that the specification says`,
    (t) => tourRecords(t, table, 8 * mostOf(t)),
  ),
);
