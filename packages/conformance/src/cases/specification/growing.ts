import { GROWING_LISTS, readGrowing } from '../../driver/growing.ts';
import { type Case, subject } from '../../engine/case.ts';

const growing = subject('specification', 'growing');

/** Lists that each case reads where requests are few. */
const FEW = 2;

export const GROWING_CASES: readonly Case[] = GROWING_LISTS.map((list) =>
  growing(
    list.id,
    ['lists.cursor_while_growing', 'lists.cursor'],
    `GET ${list.path}: pages by cursor have each record once while others are added, as the specification says`,
    (t) => readGrowing(t, list, t.session.isPlenty ? Number.POSITIVE_INFINITY : FEW),
  ),
);
