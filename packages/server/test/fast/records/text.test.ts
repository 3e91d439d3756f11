import { expect, test } from 'vitest';
import { asciiDigits } from '../../../src/control/text.ts';

const inSystem = (numberingSystem: string): string =>
  new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890);

test('Digits of every numbering system become ASCII', () => {
  const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => /^\p{Nd}{10}$/u.test(inSystem(system)));
  expect(systems.length).toBeGreaterThan(60);
  expect(systems.filter((system) => asciiDigits(inSystem(system)) !== '1234567890')).toEqual([]);
});

test('What is no decimal digit stays', () => {
  expect(asciiDigits('a½²①Ⅷ一\ud83d7')).toBe('a½²①Ⅷ一\ud83d7');
});
