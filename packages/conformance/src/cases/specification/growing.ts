import { GROWING_LISTS, readGrowing } from '../../driver/growing.ts';
import type { Case } from '../../engine/case.ts';
import { specified } from './specified.ts';

const growing = specified('growing');

/** Lists that each case reads where requests are few. */
const FEW = 2;

export const GROWING_CASES: readonly Case[] = GROWING_LISTS.map((list) =>
  growing(
    list.id,
    `GET ${list.path}: pages by cursor have each record once while others are added, as the specification says`,
    (t) => readGrowing(t, list, t.session.isPlenty ? Number.POSITIVE_INFINITY : FEW),
    ['lists.cursor_while_growing'],
  ),
);
