import { type Body, each, type Fault, type Faults, fault, type Operation, sharing } from '../fault.ts';
import { inBody } from '../how/answers.ts';
import { handler, querying, replying, withQuery, writing } from '../how/handlers.ts';

/** Faults of the kinds that strangers planted and no case had foreseen. */

const NEIGHBOUR_FAULTS: Faults = {
  'kinds.item-of-removed-group': fault('modifiers.items', 'an item still names the group that let it go', {
    where: { statement: 'item-modifiers.show-on-items' },
    how: {
      from: 'i.id = any($3::bigint[] || $4::bigint[])',
      to: 'i.id = any($3::bigint[]) and $$4::bigint[] is not null',
    },
  }),
  'kinds.neighbour-without-version': fault('modifiers.items', 'a group that an item joins keeps its version', {
    where: { statement: 'item-modifiers.show-on-groups' },
    how: { from: 'greatest(g.version + c.changes', to: 'greatest(g.version' },
  }),
  'kinds.neighbour-without-time': fault('records.times', 'an item that a group adds keeps its updatedAt', {
    where: { statement: 'item-modifiers.show-on-items' },
    how: { from: 'updated_at = $5', to: 'updated_at = coalesce(i.updated_at, $$5)' },
  }),
};

/** A change that leaves a property out clears it. */
const cleared = ([operation, property, value]: readonly [Operation, string, unknown]): [string, Fault] => [
  `kinds.cleared-${operation}-${property}`,
  fault('records.merge', `${operation} resets ${property} if it is not sent`, {
    where: { operation },
    how: writing((body) => (property in body ? body : { ...body, [property]: value })),
  }),
];

const KEPT: readonly (readonly [Operation, string, unknown])[] = [
  ['updateItem', 'imageUrl', null],
  ['updateItem', 'unit', null],
  ['updateItem', 'lowStockLevel', null],
  ['updateCategory', 'color', null],
  ['updateCategory', 'sortOrder', 0],
  ['updateModifier', 'maxSelect', null],
  ['updateMenuWithItems', 'availability', []],
  ['updatePurchaseOrder', 'invoice', null],
  ['updateStockTransfer', 'narration', null],
  ['updateStockAdjustment', 'reason', null],
];

/** A list shows one property otherwise than the record does. */
const shownOtherwise = ([operation, property, value]: readonly [Operation, string, unknown]): [string, Fault] => [
  `kinds.row-${operation}-${property}`,
  fault(`op.${operation}.call`, `rows of ${operation} show ${property} otherwise than the record`, {
    where: { operation },
    how: replying(({ data, ...body }) => ({ data: data.map((row) => ({ ...row, [property]: value })), ...body })),
  }),
];

const ROWS: readonly (readonly [Operation, string, unknown])[] = [
  ['listItems', 'cost', null],
  ['listItems', 'modifierIds', []],
  ['listCategories', 'color', null],
  ['listModifiers', 'maxSelect', null],
  ['listPurchaseOrders', 'invoice', null],
  ['listStockTransfers', 'narration', null],
];

const onLaterPages = sharing({ where: { operation: 'listBrands' as const } });

const PAGE_FAULTS: Faults = {
  'kinds.cursor-of-numbered-page': onLaterPages('lists.cursor', 'the cursor of a later page leads behind the first', {
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      if (Number(request.query.page ?? 1) < 2) return reply;
      const first = JSON.parse((await sound(withQuery(request, { page: 1 }))).body) as Body;
      const body = JSON.parse(reply.body) as Body;
      if ((body.pagination as Body).nextCursor === null) return reply;
      mark();
      const { nextCursor } = first.pagination as Body;
      return { ...reply, body: JSON.stringify({ ...body, pagination: { ...(body.pagination as Body), nextCursor } }) };
    }),
  }),
  'kinds.rows-of-later-pages': onLaterPages('lists.pages', 'later pages show brands without their description', {
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      if (Number(request.query.page ?? 1) < 2) return reply;
      mark();
      return { ...reply, body: reply.body.replaceAll(/"description":"[^"]*"/g, '"description":null') };
    }),
  }),
  'kinds.deep-page-from-the-end': fault('lists.pages', 'a page near the end of a long list begins one record late', {
    how: { from: /offset greatest\(0, (.+?) - 1\)/, to: 'offset greatest(0, $1)' },
  }),
  'kinds.search-of-changed': fault('brands.search', 'a brand is not found by the name that it was changed to', {
    where: { operation: 'listBrands' },
    how: replying(({ data, ...body }) => ({ data: data.filter(({ version }) => version === 1), ...body })),
  }),
};

/** With two properties in one change, one of them is dropped. */
const dropped = ([operation, kept, lost, breaks]: readonly [Operation, string, string, string]): [string, Fault] => [
  `kinds.together-${operation}-${lost}`,
  fault(breaks, `${operation} ignores ${lost} when it changes ${kept} too`, {
    where: { operation },
    how: writing((body) => {
      if (!(kept in body && lost in body)) return body;
      const { [lost]: _, ...rest } = body;
      return rest;
    }),
  }),
];

const TOGETHER: readonly (readonly [Operation, string, string, string])[] = [
  ['updateItem', 'name', 'price', 'records.merge'],
  ['updateCategory', 'sortOrder', 'parentId', 'records.merge'],
  ['updateMenuWithItems', 'items', 'stores', 'menus.replace'],
  ['updateModifier', 'options', 'itemIds', 'modifiers.whole_or_nothing'],
  ['updatePurchaseOrder', 'lines', 'supplierId', 'purchases.update_draft'],
  ['updateStockTransfer', 'lines', 'toStoreId', 'transfers.update_draft'],
];

const reversed = (name: string) =>
  writing((body) => {
    const list = body[name];
    return Array.isArray(list) && list.length > 1 ? { ...body, [name]: list.toReversed() } : body;
  });

/** What is sent in an order comes back in another. */
const turned = ([operation, name]: readonly [Operation, string]): [string, Fault] => [
  `kinds.order-${operation}-${name}`,
  fault('records.kept', `${operation} stores ${name} in another order`, { where: { operation }, how: reversed(name) }),
];

const ORDERED: readonly (readonly [Operation, string])[] = [
  ['createItem', 'barcodes'],
  ['createItem', 'variants'],
  ['updateItem', 'components'],
  ['createMenuWithItems', 'items'],
  ['createPurchaseOrder', 'lines'],
  ['createStockTransfer', 'lines'],
  ['createStockAdjustment', 'lines'],
];

const VALUE_FAULTS: Faults = {
  'kinds.blamed-entry': fault('records.reference_named', 'the first entry is blamed for the reference of a later one', {
    how: inBody(/("path":"\/(?:items|lines|components|stores|options|modifierIds|itemIds)\/)[1-9]\d*/g, '$10'),
  }),
  'kinds.largest-price': fault('numbers.exact', 'the last digit of a price of a trillion is lost', {
    where: { operation: ['createItem', 'updateItem'] },
    how: writing((body) =>
      String(body.price).length > 14 ? { ...body, price: String(body.price).replace(/\d$/, '0') } : body,
    ),
  }),
  'kinds.largest-quantity': fault('numbers.exact', 'a quantity of a billion loses its thousandths', {
    where: { operation: ['createStockTransfer', 'updateStockTransfer'] },
    how: writing((body) => ({ ...body, ...(Array.isArray(body.lines) && { lines: body.lines.map(rounded) }) })),
  }),
  'kinds.limit-of-two-filters': fault('lists.filters_together', 'items are filtered by brand or category, not both', {
    where: { operation: 'listItems' },
    how: querying(({ brandId, groupId }) => (brandId && groupId ? { brandId: undefined } : undefined)),
  }),
};

const rounded = (line: Body): Body =>
  /^\d{9,}\.\d+$/.test(String(line.quantity)) ? { ...line, quantity: String(line.quantity).split('.')[0] } : line;

export const KIND_FAULTS: Faults = {
  ...NEIGHBOUR_FAULTS,
  ...each(KEPT, cleared),
  ...each(ROWS, shownOtherwise),
  ...PAGE_FAULTS,
  ...each(TOGETHER, dropped),
  ...each(ORDERED, turned),
  ...VALUE_FAULTS,
};
