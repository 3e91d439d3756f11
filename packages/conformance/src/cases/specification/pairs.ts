import { SPECIFIED } from '../../driver/operations.ts';
import { sendPairs } from '../../driver/pairs.ts';
import type { Case } from '../../engine/case.ts';
import { mostOf } from './effort.ts';
import { specified } from './specified.ts';

const pairs = specified('pairs');

export const PAIR_CASES: readonly Case[] = SPECIFIED.map((operation) =>
  pairs(
    operation.id,
    `${operation.method} ${operation.path}: every pair of what a request can choose has the response that the specification says`,
    (t) => sendPairs(t, operation, mostOf(t)),
  ),
);
