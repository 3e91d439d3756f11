import { sendBatches } from '../../driver/batches.ts';
import { readMany } from '../../driver/many.ts';
import { SPECIFIED } from '../../driver/operations.ts';
import { sendSequence } from '../../driver/sequences.ts';
import { type Case, subject } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { provenBy } from './proves.ts';

const sequences = subject('specification', 'sequences');

/** Sequences, each of a seed that follows from the run's. */
const COUNT = 4;

const PROVES = provenBy(SPECIFIED);

const RANDOM = Array.from({ length: COUNT }, (_, n) =>
  sequences(
    `${n + 1}`,
    PROVES,
    'random requests about all resources of one merchant have the responses that the specification says',
    (t) => sendSequence(t, t.seed * COUNT + n, 3 * mostOf(t)),
  ),
);

/** Leaves more than a thousand brands behind, so only where requests are plenty. */
const manyCase = sequences(
  'many',
  ['lists.total_counted', 'streams.counted'],
  'totals of more than a thousand records are exact where the list is whole or of one status, else 1000',
  (t) => readMany(t, t.session.isPlenty),
);

const batchesCase = sequences(
  'batches',
  ['batches.alone', 'batches.order', 'batches.atomic', 'batches.keys', 'records.duplicate_record', 'stateful.model'],
  'random operations of a batch, which touch the records and codes of others, have the results that the specification says',
  (t) => sendBatches(t, 2 * mostOf(t)),
);

export const SEQUENCE_CASES: readonly Case[] = [...RANDOM, batchesCase, manyCase];
