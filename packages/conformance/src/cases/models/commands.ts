import fc from 'fast-check';

/**
 * Sequences of commands. Shrinking omits commands, many at once before few, then simplifies the
 * rest. The first commands, which later ones need, are omitted last.
 */
export class CommandSequence<Command> extends fc.Arbitrary<Command[]> {
  readonly #command: fc.Arbitrary<Command>;
  readonly #drawn: fc.Arbitrary<Command[]>;

  constructor(command: fc.Arbitrary<Command>, longest: number) {
    super();
    this.#command = command;
    this.#drawn = fc.noBias(fc.array(command, { minLength: 1, maxLength: longest }));
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Command[]> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Command[] {
    return Array.isArray(value);
  }

  override shrink(commands: Command[]): fc.Stream<fc.Value<Command[]>> {
    return fc.stream(this.#smaller(commands)).map((fewer) => new fc.Value(fewer, undefined));
  }

  *#smaller(commands: Command[]): IterableIterator<Command[]> {
    for (let chunk = commands.length; chunk >= 1; chunk = Math.floor(chunk / 2))
      for (let end = commands.length; end > 0; end -= chunk)
        yield commands.filter((_, i) => i < end - chunk || i >= end);
    for (const [i, one] of commands.entries()) {
      if (!this.#command.canShrinkWithoutContext(one)) continue;
      for (const { value } of this.#command.shrink(one, undefined)) yield commands.with(i, value);
    }
  }
}
