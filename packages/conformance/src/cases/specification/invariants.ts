import { worldOf } from '../../driver/world.ts';
import type { Case } from '../../run/case.ts';
import { specified } from './specified.ts';

const create = specified('specification');

/** What a run begins with. */
export const INVARIANT_CASES: readonly Case[] = [
  create(
    'adopted',
    'what the merchant already has obeys the rules among records, and no other merchant has it',
    async (t) => {
      const caller = t.as();
      const world = worldOf(t.session);
      await world.join(t, caller);
      await world.join(t, t.as('main', 'other'));
      await world.checkInvariants(t, caller);
    },
  ),
];
