import { SPECIFIED } from '../../driver/operations.ts';
import { sendPairs } from '../../driver/pairs.ts';
import { type Case, subject } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { provenBy } from './proves.ts';

const pairs = subject('specification', 'pairs');

export const PAIR_CASES: readonly Case[] = SPECIFIED.map((operation) =>
  pairs(
    operation.id,
    provenBy([operation]),
    `${operation.method} ${operation.path}: every pair of what a request can choose has the response that the specification says`,
    (t) => sendPairs(t, operation, mostOf(t)),
  ),
);
