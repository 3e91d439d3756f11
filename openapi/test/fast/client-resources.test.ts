import { expect, test } from 'vitest';
import { clientResources } from '../../src/client-resources.ts';
import { decimalUnit } from '../../src/decimals.ts';
import type { Operation } from '../../src/document.ts';

const operation = (operationId: string): Operation => ({
  operationId,
  summary: 'List lamps',
  description: 'Not */ the end.',
  security: [{ partnerToken: ['lamps.read'] }],
});

test('a description cannot end the comment of its method', () => {
  expect(clientResources({ paths: { '/lamps': { get: operation('listLamps') } } })).toContain('Not *\\/ the end.');
});

test('two operations cannot share one method', () => {
  const paths = { '/menus': { get: operation('getMenu') }, '/menus/{id}/full': { get: operation('getMenuFull') } };
  expect(() => clientResources({ paths })).toThrow('Two operations make the method menus.get');
});

test('a rate is recognized by its few digits', () => expect(decimalUnit('^[0-9]{1,3}(\\.[0-9]{1,4})?$')).toBe('rate'));
test('a version is not a decimal', () => expect(decimalUnit('^3\\.1\\.[0-9]+$')).toBeUndefined());
test('a string without a pattern is not a decimal', () => expect(decimalUnit(undefined)).toBeUndefined());
