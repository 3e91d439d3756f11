import type { Draw } from '../../draw.ts';

/** Two options of different factors, by their numbers among all options. */
type Pair = readonly [one: number, other: number];

/** Rows in which every two options of different factors occur together: a covering array of strength 2. */
export class Covering {
  /** By factor, the numbers of its options among all. */
  readonly #factors: readonly (readonly number[])[];
  readonly #draw: Draw;
  readonly #count: number;
  /** By two options: 1 for an uncovered pair. */
  readonly #open: Uint8Array;
  /** In the order in which they are tried. */
  readonly #pairs: Pair[];

  /** `sizes` are the numbers of options of each factor. */
  constructor(sizes: readonly number[], draw: Draw) {
    this.#draw = draw;
    this.#count = sizes.reduce((sum, size) => sum + size, 0);
    const all = [...Array(this.#count).keys()];
    this.#factors = sizes.map((size) => all.splice(0, size));
    this.#open = new Uint8Array(this.#count ** 2);
    const pairs = this.#factors.flatMap((options, factor) => {
      const others = this.#factors.slice(factor + 1).flat();
      return options.flatMap((one) => others.map((other): Pair => [one, other]));
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

  /** A row with the pair whose other options cover the most uncovered pairs. */
  row(pair: Pair): number[] {
    const row = this.#factors.map((options) => options.find((option) => pair.includes(option)));
    const others = [...row.keys()].filter((factor) => row[factor] === undefined);
    for (const factor of shuffled(others, this.#draw)) row[factor] = this.#best(row, factor);
    return row.map((option, factor) => (option ?? 0) - this.#startOf(factor));
  }

  cover(row: readonly number[]): void {
    const options = row.map((option, factor) => option + this.#startOf(factor));
    for (const one of options) for (const other of options) this.#mark(one, other, 0);
  }

  #best(row: readonly (number | undefined)[], factor: number): number | undefined {
    const options = shuffled(this.#factors[factor] ?? [], this.#draw);
    const gains = options.map((one) => row.filter((other) => other !== undefined && this.#isOpen(one, other)).length);
    return options[gains.indexOf(Math.max(...gains))];
  }

  factorOf(option: number): number {
    return this.#factors.findIndex((options) => options.includes(option));
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
