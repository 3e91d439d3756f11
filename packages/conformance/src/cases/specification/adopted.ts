import { worldOf } from '../../driver/world.ts';
import { type Case, subject } from '../../engine/case.ts';

const specified = subject('specification', 'specification');

/** What a run begins with. */
export const ADOPTED_CASES: readonly Case[] = [
  specified(
    'adopted',
    ['records.duplicate_named', 'records.reference_named', 'records.sent_back', 'tenancy.lists'],
    'what the merchant already has obeys the rules among records, and no other merchant has it',
    async (t) => {
      const caller = t.as();
      const world = worldOf(t.session);
      await world.join(t, caller);
      await world.join(t, t.as('main', 'other'));
      await world.hold(t, caller);
    },
  ),
];
