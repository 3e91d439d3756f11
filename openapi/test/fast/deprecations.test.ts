import { describe, expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import { deprecationProblems } from '../../src/deprecations.ts';
import type { Operation } from '../../src/document.ts';
import { createResponseCheck } from '../../src/response-check.ts';

const documentOf = (operation: Operation) => ({
  paths: { '/items': { get: { operationId: 'listItems', responses: { 200: {} }, ...operation } } },
});

const DATED = { deprecated: true, 'x-tillgate-deprecated': '2026-01-31', 'x-tillgate-sunset': '2027-02-28' };

describe('Lint', () => {
  test('accepts a deprecated operation with both dates, and the contract', () => {
    expect(deprecationProblems(documentOf(DATED))).toEqual([]);
    expect(deprecationProblems(contract)).toEqual([]);
  });

  test.each([
    ['without a day', { deprecated: true }, 'x-tillgate-deprecated must be a day'],
    ['without a sunset', { ...DATED, 'x-tillgate-sunset': undefined }, 'x-tillgate-sunset must be a day'],
    [
      'with a day that does not exist',
      { ...DATED, 'x-tillgate-sunset': '2027-02-30' },
      'x-tillgate-sunset must be a day',
    ],
    ['with an instant', { ...DATED, 'x-tillgate-deprecated': '2026-01-31T00:00:00Z' }, 'must be a day'],
    ['with too short a notice period', { ...DATED, 'x-tillgate-sunset': '2027-01-30' }, 'at least 365 days later'],
  ])('rejects a deprecation %s', (_, operation, problem) => {
    expect(deprecationProblems(documentOf(operation as Operation))).toEqual([expect.stringContaining(problem)]);
  });

  test('rejects dates of an operation that is not deprecated', () => {
    expect(deprecationProblems(documentOf({ ...DATED, deprecated: false }))).toEqual([
      'GET /items has dates of a deprecation but no deprecated: true',
    ]);
  });
});

describe('The check of a response', () => {
  const deviations = (operation: Operation, headers: Record<string, string>) =>
    createResponseCheck(documentOf(operation))({ method: 'GET', requestPath: '/items', status: 200, headers });

  test('accepts exactly the announced dates of a deprecated operation', () => {
    const announced = { deprecation: '@1769817600', sunset: 'Sun, 28 Feb 2027 00:00:00 GMT' };
    expect(deviations(DATED, announced)).toEqual([]);
    expect(deviations(DATED, { ...announced, sunset: '2027-02-28' })).toEqual([
      'GET /items 200: header Sunset must be Sun, 28 Feb 2027 00:00:00 GMT, but is 2027-02-28',
    ]);
    expect(deviations(DATED, {})).toHaveLength(2);
  });

  test('rejects a sunset of an operation that is not deprecated', () => {
    expect(deviations({}, {})).toEqual([]);
    expect(deviations({}, { sunset: 'Sun, 28 Feb 2027 00:00:00 GMT' })).toHaveLength(1);
  });
});
