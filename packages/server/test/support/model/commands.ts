import fc from 'fast-check';
import type { Kind } from './stock-model.ts';

/** A step against one merchant. Numbers are taken modulo what there is when the step runs. */
export type Command =
  | {
      does: 'create';
      kind: Kind;
      stores: [number, number];
      type: number;
      now: boolean;
      lines: [number, number, number][];
    }
  | { does: 'receive'; pick: number; parts: [number, number][]; tooMuch: boolean }
  | { does: 'requantify'; pick: number; quantities: number[] }
  | { does: 'void'; pick: number }
  | { does: 'post'; pick: number }
  | { does: 'stale'; pick: number }
  | { does: 'dry'; pick: number };

const pick = fc.nat(1000);
const quantity = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(1, 1000, 2500, 999_999_999));
const line = fc.tuple(pick, quantity, fc.nat(99_999));

export const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('create' as const),
      kind: fc.constantFrom<Kind>('order', 'transfer', 'adjustment', 'adjustment'),
      stores: fc.tuple(pick, pick),
      type: fc.integer({ min: 0, max: 2 }),
      now: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('receive' as const),
      pick,
      parts: fc.array(fc.tuple(pick, fc.integer({ min: 1, max: 100 })), { maxLength: 3 }),
      tooMuch: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('requantify' as const),
      pick,
      quantities: fc.array(quantity, { minLength: 4, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('void' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('post' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('stale' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('dry' as const), pick }) },
);
