import type { Case } from '../../engine/case.ts';
import { GROWING_CASES } from './growing.ts';
import { PAIR_CASES } from './pairs.ts';
import { RACE_CASES } from './races.ts';
import { SEQUENCE_CASES } from './sequences.ts';

export const STATEFUL_CASES: readonly Case[] = [...SEQUENCE_CASES, ...PAIR_CASES, ...GROWING_CASES, ...RACE_CASES];
