import fc from 'fast-check';

/**
 * Sequences of steps. They are shrunk by leaving steps out, many at once before few, and then by making those that
 * are left simpler: what comes first is what all others need, so that it is not the first to go.
 */
export class Steps<Step> extends fc.Arbitrary<Step[]> {
  readonly #step: fc.Arbitrary<Step>;
  readonly #drawn: fc.Arbitrary<Step[]>;

  constructor(step: fc.Arbitrary<Step>, longest: number) {
    super();
    this.#step = step;
    this.#drawn = fc.noBias(fc.array(step, { minLength: 1, maxLength: longest }));
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Step[] {
    return Array.isArray(value);
  }

  override shrink(steps: Step[]): fc.Stream<fc.Value<Step[]>> {
    return fc.stream(this.#smaller(steps)).map((fewer) => new fc.Value(fewer, undefined));
  }

  *#smaller(steps: Step[]): IterableIterator<Step[]> {
    for (let chunk = steps.length; chunk >= 1; chunk = Math.floor(chunk / 2))
      for (let end = steps.length; end > 0; end -= chunk) yield steps.filter((_, i) => i < end - chunk || i >= end);
    for (const [i, one] of steps.entries()) {
      if (!this.#step.canShrinkWithoutContext(one)) continue;
      for (const { value } of this.#step.shrink(one, undefined)) yield steps.with(i, value);
    }
  }
}
