import { expect, test } from 'vitest';
import { REGION_FILES } from '../../../src/database/schema-files.ts';
import { REVISIONS, revisionOf } from '../../../src/pipeline/respond.ts';

/** The file that writes the text of a record, and the digests of its statements, one for each revision. */
const TEXTS: Readonly<Record<string, readonly [file: string, ...revisions: string[]]>> = {
  brands: ['brand_doc', 'b6ad6f4d5a9fe00c'],
  categories: ['category_doc', 'd95fd0546437b7a6'],
  items: ['write_items', 'f409cca6304169a7'],
  menus: ['menu_doc', 'e84944e186cac8f7'],
  modifiers: ['modifier_group_doc', '0ea0ef7f168983b2'],
  'purchase-orders': ['write_purchase_orders', '59cd86e20ee5f567'],
  'stock-adjustments': ['write_stock_adjustments', '9d5016423bac915f', '4dc4be6d86719ea1'],
  'stock-transfers': ['write_stock_transfers', '30286eabb2bb389b'],
  stores: ['store_doc', '3007419f13ab03ed'],
  suppliers: ['supplier_doc', 'c8b132ebe7e51227'],
};

test.each(Object.entries(TEXTS))(
  'The text of records at /%s is that of its revision',
  (segment, [name, ...digests]) => {
    const revision = REVISIONS[segment] ?? 0;
    const files = [...REGION_FILES.functions, ...REGION_FILES.triggers];
    const digest = files.find((file) => file.name === name)?.checksum.slice(0, 16);
    expect(
      digest,
      `${name}.sql has changed: add its digest, and raise the revision if a release has the last one`,
    ).toBe(digests[revision]);
  },
);

test('An ETag has the revision of its record after its other suffix', () => {
  const revised = revisionOf('/menus/:id/full', { menus: 2 });
  const tagOf = (etag: string) => revised({ status: 200, body: '{}', headers: { ETag: etag } }).headers?.ETag;
  expect(['"3"', '"3-x7"'].map(tagOf)).toEqual(['"3-r2"', '"3-x7-r2"']);
});
