import { describe, expect, test } from 'vitest';
import { leastFilled } from '../../../src/database/cells.ts';

describe('A new merchant is put into', () => {
  test.each([
    ['the only cell', [1], {}, 1],
    ['the cell with the fewest merchants', [1, 2, 3], { 1: 5, 2: 3, 3: 4 }, 2],
    ['a cell without any', [1, 2], { 1: 1 }, 2],
    ['the first of equal ones', [3, 2], { 2: 7, 3: 7 }, 2],
    ['no cell that is not served, however few live there', [1, 3], { 1: 9, 2: 0, 3: 8 }, 3],
  ])('%s', (_, cells, merchants, expected) => {
    const byCell = new Map(Object.entries(merchants).map(([cell, n]) => [Number(cell), n]));
    expect(leastFilled(cells, byCell)).toBe(expected);
  });
});
