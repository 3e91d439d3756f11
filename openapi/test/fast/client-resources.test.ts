import { expect, test } from 'vitest';
import { clientResources, methodName } from '../../src/client-resources.ts';
import { decimalUnit } from '../../src/decimals.ts';
import type { OpenApiDocument, Operation, SchemaObject } from '../../src/document.ts';
import { contract } from '../contract.ts';

test.each([
  ['listItems', 'items', 'list'],
  ['createCategory', 'categories', 'create'],
  ['listTaxes', 'taxes', 'list'],
  ['getStore', 'stores', 'get'],
  ['getItemStock', 'items', 'stock'],
  ['copyItemStock', 'items', 'copyStock'],
  ['listOpenOrders', 'stores', 'openOrders'],
  ['getMenuFull', 'menus', 'get'],
  ['updateMenuWithItems', 'menus', 'update'],
  ['receivePurchaseOrder', 'purchaseOrders', 'receive'],
  ['getDailySales', 'reports', 'dailySales'],
  ['archiveEverything', 'reports', 'archiveEverything'],
])('%s of %s is the method %s', (operationId, resource, name) => {
  expect(methodName(operationId, resource)).toBe(name);
});

const operation = (operationId: string, more: Operation = {}): Operation => ({
  operationId,
  summary: 'List lamps',
  description: 'Not */ the end.',
  'x-products': ['FULL'],
  security: [{ partnerToken: ['lamps.read'] }],
  ...more,
});

test("a method has its operation's documentation, and a paged list has an iterating method too", () => {
  const paths = { '/desk-lamps': { get: operation('listDeskLamps', { parameters: [{ name: 'page', in: 'query' }] }) } };
  expect(clientResources({ paths })).toBe(`import { operation } from '../call.ts';
import type {
  ListDeskLampsData,
  ListDeskLampsResponses,
} from './types.gen.ts';

const listDeskLamps = operation<ListDeskLampsData, ListDeskLampsResponses>('GET', '/desk-lamps');

export const resources = {
  deskLamps: {
    /**
     * List lamps
     *
     * Not *\\/ the end.
     */
    list: listDeskLamps,
    /**
     * List lamps, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listDeskLamps },
  },
};
`);
});

test('an operation without a merchant is not a method', () => {
  const document: OpenApiDocument = { paths: { '/token': { post: operation('mint', { security: [] }) } } };
  expect(clientResources(document)).toContain('resources = {\n};');
});

test('two operations cannot share one method', () => {
  const paths = { '/menus': { get: operation('getMenu') }, '/menus/{id}/full': { get: operation('getMenuFull') } };
  expect(() => clientResources({ paths })).toThrow('Two operations make the method menus.get');
});

test.each([
  ['Money', 'money'],
  ['NullableMoney', 'money'],
  ['PositiveQuantity', 'quantity'],
  ['NullableSignedQuantity', 'quantity'],
  ['Timestamp', undefined],
  ['Currency', undefined],
  ['Name', undefined],
])('%s counts %s', (name, unit) => {
  const schema = contract.components?.schemas?.[name] as SchemaObject | undefined;
  expect(schema?.pattern).toBeDefined();
  expect(decimalUnit(schema?.pattern as string)).toBe(unit);
});
test('a rate is recognized by its few digits', () => expect(decimalUnit('^[0-9]{1,3}(\\.[0-9]{1,4})?$')).toBe('rate'));
test('a version is not a decimal', () => expect(decimalUnit('^3\\.1\\.[0-9]+$')).toBeUndefined());
test('a string without a pattern is not a decimal', () => expect(decimalUnit(undefined)).toBeUndefined());
