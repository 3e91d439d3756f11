import type { Draw } from '../../draw.ts';

/** Two choices of different factors, by their numbers among all choices. */
type Pair = readonly [one: number, other: number];

/** Rows in which every two choices of different factors occur together: a covering array of strength 2. */
export class Covering {
  /** By factor, the numbers of its choices among all. */
  readonly #factors: readonly (readonly number[])[];
  readonly #draw: Draw;
  readonly #count: number;
  /** By two choices: 1 for an uncovered pair. */
  readonly #open: Uint8Array;
  /** In the order in which they are tried. */
  readonly #pairs: Pair[];

  /** `sizes` are the numbers of choices of each factor. */
  constructor(sizes: readonly number[], draw: Draw) {
    this.#draw = draw;
    this.#count = sizes.reduce((sum, size) => sum + size, 0);
    const all = [...Array(this.#count).keys()];
    this.#factors = sizes.map((size) => all.splice(0, size));
    this.#open = new Uint8Array(this.#count ** 2);
    const pairs = this.#factors.flatMap((choices, factor) => {
      const others = this.#factors.slice(factor + 1).flat();
      return choices.flatMap((one) => others.map((other): Pair => [one, other]));
    });
    for (const [one, other] of pairs) this.#mark(one, other, 1);
    this.#pairs = shuffled(pairs, draw);
  }

  /** An uncovered pair. */
  next(): Pair | undefined {
    let pair = this.#pairs.pop();
    while (pair && !this.#isOpen(...pair)) pair = this.#pairs.pop();
    return pair;
  }

  /** A row with the pair whose other choices cover the most uncovered pairs. */
  row(pair: Pair): number[] {
    const row = this.#factors.map((choices) => choices.find((choice) => pair.includes(choice)));
    const others = [...row.keys()].filter((factor) => row[factor] === undefined);
    for (const factor of shuffled(others, this.#draw)) row[factor] = this.#best(row, factor);
    return row.map((choice, factor) => (choice ?? 0) - this.#startOf(factor));
  }

  cover(row: readonly number[]): void {
    const choices = row.map((choice, factor) => choice + this.#startOf(factor));
    for (const one of choices) for (const other of choices) this.#mark(one, other, 0);
  }

  #best(row: readonly (number | undefined)[], factor: number): number | undefined {
    const choices = shuffled(this.#factors[factor] ?? [], this.#draw);
    const gains = choices.map((one) => row.filter((other) => other !== undefined && this.#isOpen(one, other)).length);
    return choices[gains.indexOf(Math.max(...gains))];
  }

  factorOf(choice: number): number {
    return this.#factors.findIndex((choices) => choices.includes(choice));
  }

  #startOf(factor: number): number {
    return this.#factors[factor]?.[0] ?? 0;
  }

  #isOpen(one: number, other: number): boolean {
    return this.#open[one * this.#count + other] === 1;
  }

  #mark(one: number, other: number, value: 0 | 1): void {
    this.#open[one * this.#count + other] = value;
    this.#open[other * this.#count + one] = value;
  }
}

export function shuffled<One>(list: readonly One[], draw: Draw): One[] {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = draw(i + 1);
    [left[i], left[j]] = [left[j] as One, left[i] as One];
  }
  return left;
}
