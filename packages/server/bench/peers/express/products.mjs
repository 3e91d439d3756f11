// The products of one company, in PostgreSQL.
import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const id = (name) => bigint(name, { mode: 'number' });
const amount = (name) => numeric(name, { precision: 19, scale: 4 });
const list = (name) => jsonb(name).notNull().default([]);
const time = (name) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

const products = pgTable(
  'products',
  {
    companyId: id('company_id').notNull(),
    id: id('id').generatedAlwaysAsIdentity(),
    type: smallint('type').notNull().default(0),
    status: smallint('status').notNull().default(1),
    name: text('name').notNull(),
    itemCode: text('item_code'),
    barcodes: list('barcodes'),
    description: text('description'),
    groupId: id('group_id'),
    brandId: id('brand_id'),
    taxId: id('tax_id'),
    unit: text('unit'),
    price: amount('price').notNull(),
    cost: amount('cost'),
    currency: text('currency').notNull().default('GBP'),
    weighingScale: smallint('weighing_scale').notNull().default(0),
    trackStock: boolean('track_stock').notNull().default(true),
    lowStockLevel: amount('low_stock_level'),
    imageUrl: text('image_url'),
    modifierIds: list('modifier_ids'),
    variants: list('variants'),
    components: list('components'),
    stores: list('stores'),
    externalId: text('external_id'),
    version: integer('version').notNull().default(1),
    entryDate: time('entry_date'),
    updatedAt: time('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export function openProducts(connectionString) {
  const db = drizzle({ connection: { connectionString, max: 10 } });
  const { companyId, ...columns } = getTableColumns(products);
  const ofCompany = eq(companyId, sql.placeholder('company'));

  const find = db
    .select(columns)
    .from(products)
    .where(and(ofCompany, eq(products.id, sql.placeholder('id'))))
    .prepare('find_product');
  const page = db
    .select(columns)
    .from(products)
    .where(ofCompany)
    .orderBy(desc(products.entryDate), desc(products.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('list_products');
  const total = db.select({ total: count() }).from(products).where(ofCompany).prepare('count_products');

  return {
    async find(company, id) {
      const [row] = await find.execute({ company, id });
      return row;
    },
    async list(company, limit, offset) {
      const [data, [counted]] = await Promise.all([
        page.execute({ company, limit, offset }),
        total.execute({ company }),
      ]);
      return { data, total: counted.total };
    },
    async create(company, product) {
      const [row] = await db
        .insert(products)
        .values({ ...product, companyId: company })
        .returning(columns);
      return row;
    },
  };
}
