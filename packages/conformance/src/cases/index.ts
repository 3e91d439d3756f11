import type { Case } from '../run/case.ts';
import { EVERY_LIST_CASES } from './every-list.ts';
import { EVERY_OPERATION_CASES } from './every-operation.ts';
import { EVERY_WRITE_CASES } from './every-write.ts';
import { RANDOM_CASES } from './random.ts';
import { SHAPE_CASES } from './shape.ts';

/** Every case of the suite, in the order they run: what moves the time comes last. */
export const CASES: readonly Case[] = [
  ...EVERY_OPERATION_CASES,
  ...EVERY_LIST_CASES,
  ...EVERY_WRITE_CASES,
  ...SHAPE_CASES,
  ...RANDOM_CASES,
];
