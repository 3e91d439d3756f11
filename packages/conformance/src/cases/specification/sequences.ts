import { sendBatches } from '../../driver/batches.ts';
import { readMany } from '../../driver/many.ts';
import { sendSequence } from '../../driver/sequences.ts';
import type { Case } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

const sequences = specified('sequences');

/** Sequences, each of a seed that follows from the run's. */
const COUNT = 4;

const RANDOM = Array.from({ length: COUNT }, (_, n) =>
  sequences(
    `${n + 1}`,
    'random requests about all resources of one merchant have the responses that the specification says',
    (t) => sendSequence(t, t.seed * COUNT + n, 3 * mostOf(t)),
  ),
);

/** Leaves more than a thousand brands behind, so only where requests are plenty. */
const manyCase = sequences(
  'many',
  'totals of more than a thousand records are exact where the list is whole or of one status, else 1000',
  (t) => readMany(t, t.session.isPlenty),
);

const batchesCase = sequences(
  'batches',
  'random operations of a batch, which touch the records and codes of others, have the results that the specification says',
  (t) => sendBatches(t, 2 * mostOf(t)),
);

export const SEQUENCE_CASES: readonly Case[] = [...RANDOM, batchesCase, manyCase];
