import type { Draw } from '../../draw.ts';

/** Rows in which every two choices of different factors occur together: a covering array of strength 2. */
export class Covering {
  readonly #sizes: readonly number[];
  readonly #draw: Draw;
  readonly #open: Set<string>;

  /** `sizes` are the numbers of choices of each factor. */
  constructor(sizes: readonly number[], draw: Draw) {
    this.#sizes = sizes;
    this.#draw = draw;
    const pairs = sizes.flatMap((_, factor) => this.#pairsOf(factor));
    this.#open = new Set(shuffled(pairs, draw));
  }

  /** An uncovered pair: two factors, each with its choice. */
  next(): Pair | undefined {
    const [first] = this.#open;
    return first === undefined ? undefined : toPair(first);
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
      for (const [other, its] of row.entries()) if (other > one) this.#open.delete(toText(one, choice, other, its));
  }

  #best(row: readonly (number | undefined)[], factor: number): number {
    const choices = shuffled([...Array(this.#sizes[factor]).keys()], this.#draw);
    const gains = choices.map((choice) => this.#gain(row, factor, choice));
    return choices[gains.indexOf(Math.max(...gains))] ?? 0;
  }

  #gain(row: readonly (number | undefined)[], factor: number, choice: number): number {
    return row.filter(
      (its, other) => its !== undefined && other !== factor && this.#open.has(toText(factor, choice, other, its)),
    ).length;
  }

  #pairsOf(factor: number): string[] {
    const pairs: string[] = [];
    for (let other = factor + 1; other < this.#sizes.length; other += 1)
      for (let choice = 0; choice < (this.#sizes[factor] ?? 0); choice += 1)
        for (let its = 0; its < (this.#sizes[other] ?? 0); its += 1) pairs.push(toText(factor, choice, other, its));
    return pairs;
  }
}

export type Pair = readonly (readonly [factor: number, choice: number])[];

const toText = (one: number, choice: number, other: number, its: number): string =>
  one < other ? `${one}:${choice} ${other}:${its}` : `${other}:${its} ${one}:${choice}`;

const toPair = (text: string): Pair =>
  text.split(' ').map((part) => {
    const [factor = 0, choice = 0] = part.split(':').map(Number);
    return [factor, choice] as const;
  });

export function shuffled<One>(list: readonly One[], draw: Draw): One[] {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = draw(i + 1);
    [left[i], left[j]] = [left[j] as One, left[i] as One];
  }
  return left;
}
