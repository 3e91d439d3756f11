import { RACES, race } from '../../driver/concurrent.ts';
import type { Case } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

const concurrent = specified('concurrent');

/** Requests of one kind for each round. */
const REQUESTS_PER_ROUND = 8;

export const CONCURRENT_CASES: readonly Case[] = RACES.map((one) =>
  concurrent(one.id, 'requests at once have the responses that the specification says in some order of them', (t) =>
    race(t, one, Math.max(t.session.isPlenty ? (one.kinds ?? 2) : 2, Math.floor(mostOf(t) / REQUESTS_PER_ROUND))),
  ),
);
