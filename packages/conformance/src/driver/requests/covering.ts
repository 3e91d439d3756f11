import type { Draw } from '../../draw.ts';

/** Two factors, each with the number of its choice. */
export type Pair = readonly (readonly [factor: number, choice: number])[];

/** Rows in which every two choices of different factors occur together: a covering array of strength 2. */
export class Covering {
  readonly #sizes: readonly number[];
  readonly #draw: Draw;
  /** Where each factor's choices begin among all choices. */
  readonly #starts: readonly number[];
  readonly #count: number;
  /** By two choices among all: 1 for an uncovered pair. */
  readonly #open: Uint8Array;
  /** In the order in which they are tried. */
  readonly #pairs: Pair[];

  /** `sizes` are the numbers of choices of each factor. */
  constructor(sizes: readonly number[], draw: Draw) {
    this.#sizes = sizes;
    this.#draw = draw;
    this.#starts = sizes.map((_, factor) => sizes.slice(0, factor).reduce((sum, size) => sum + size, 0));
    this.#count = sizes.reduce((sum, size) => sum + size, 0);
    this.#open = new Uint8Array(this.#count ** 2);
    this.#pairs = shuffled(
      sizes.flatMap((_, factor) => this.#pairsOf(factor)),
      draw,
    );
    for (const pair of this.#pairs) this.#mark(pair, 1);
  }

  /** An uncovered pair. */
  next(): Pair | undefined {
    for (let pair = this.#pairs.pop(); pair; pair = this.#pairs.pop()) {
      const [one = [0, 0], other = [0, 0]] = pair;
      if (this.#isOpen(...one, ...other)) return pair;
    }
    return undefined;
  }

  /** A row with the pair whose other choices cover the most uncovered pairs. */
  row(pair: Pair): number[] {
    const row: (number | undefined)[] = this.#sizes.map(() => undefined);
    for (const [factor, choice] of pair) row[factor] = choice;
    const others = [...row.keys()].filter((factor) => row[factor] === undefined);
    for (const factor of shuffled(others, this.#draw)) row[factor] = this.#best(row, factor);
    return row.map((choice) => choice ?? 0);
  }

  cover(row: readonly number[]): void {
    for (const [one, choice] of row.entries())
      for (let other = one + 1; other < row.length; other += 1)
        this.#mark(
          [
            [one, choice],
            [other, row[other] ?? 0],
          ],
          0,
        );
  }

  #best(row: readonly (number | undefined)[], factor: number): number {
    const choices = shuffled([...Array(this.#sizes[factor]).keys()], this.#draw);
    const gains = choices.map((choice) => this.#gain(row, factor, choice));
    return choices[gains.indexOf(Math.max(...gains))] ?? 0;
  }

  #gain(row: readonly (number | undefined)[], factor: number, choice: number): number {
    let gain = 0;
    for (const [other, its] of row.entries())
      if (its !== undefined && this.#isOpen(factor, choice, other, its)) gain += 1;
    return gain;
  }

  #isOpen(factor: number, choice: number, other: number, its: number): boolean {
    return this.#open[this.#at(factor, choice) * this.#count + this.#at(other, its)] === 1;
  }

  #mark([[factor, choice] = [0, 0], [other, its] = [0, 0]]: Pair, value: 0 | 1): void {
    const [one, two] = [this.#at(factor, choice), this.#at(other, its)];
    this.#open[one * this.#count + two] = value;
    this.#open[two * this.#count + one] = value;
  }

  #at(factor: number, choice: number): number {
    return (this.#starts[factor] ?? 0) + choice;
  }

  #pairsOf(factor: number): Pair[] {
    const pairs: Pair[] = [];
    for (let other = factor + 1; other < this.#sizes.length; other += 1)
      for (let choice = 0; choice < (this.#sizes[factor] ?? 0); choice += 1)
        for (let its = 0; its < (this.#sizes[other] ?? 0); its += 1)
          pairs.push([
            [factor, choice],
            [other, its],
          ]);
    return pairs;
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
