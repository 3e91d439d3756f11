import type { Random } from './random.ts';

/** Hands out EAN-13 barcodes that begin with two digits, each once. */
export class Barcodes {
  readonly #prefix: string;
  readonly #random: Random;
  #number = 0;

  constructor(prefix: string, random: Random) {
    this.#prefix = prefix;
    this.#random = random;
  }

  next(): string {
    this.#number += this.#random.between(1, 40);
    const digits = this.#prefix + String(this.#number).padStart(10, '0');
    return digits + checkDigit(digits);
  }
}

/** The digit that makes the sum, with every second digit counted three times, a multiple of ten (GS1). */
function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
