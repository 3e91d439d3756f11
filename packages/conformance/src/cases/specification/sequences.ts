import { SPECIFIED } from '../../driver/operations.ts';
import { sendSequence } from '../../driver/sequences.ts';
import { type Case, subject } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { provenBy } from './proves.ts';

const sequences = subject('specification', 'sequences');

/** Sequences, each of a seed that follows from the run's. */
const COUNT = 4;

const PROVES = [...provenBy(SPECIFIED), 'stateful.model'];

export const SEQUENCE_CASES: readonly Case[] = Array.from({ length: COUNT }, (_, n) =>
  sequences(
    `${n + 1}`,
    PROVES,
    'random requests about all resources of one merchant have the responses that the specification says',
    (t) => sendSequence(t, t.seed * COUNT + n, 2 * mostOf(t)),
  ),
);
