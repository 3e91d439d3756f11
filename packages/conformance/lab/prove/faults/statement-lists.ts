import { each, type Fault, type Faults, fault } from '../fault.ts';
import { ANY_COMPANY, anyCompanyListed, anyCompanyRead } from '../how/statements.ts';

/** List statements that are wrong or ignore the company. */

const openRead = (table: string): [string, Fault] => [
  `statement.tenant-read-${table}`,
  fault('tenancy.other_merchants_id', `single reads of ${table} forget the company`, {
    by: [`operation.get${table[0]?.toUpperCase()}`],
    ...anyCompanyRead(table),
  }),
];

const openList = ([table = '', operation = '']: readonly string[]): [string, Fault] => [
  `statement.tenant-list-${table}`,
  fault('tenancy.lists', `the list of ${table} forgets the company`, {
    by: [`operation.${operation}.tenancy`],
    ...anyCompanyListed(table),
  }),
];

const LIST_COLUMNS: readonly [string, string, string][] = [
  ['brand_id', 'items.filter.brandId', 'brand'],
  ['tax_id', 'items.filter.taxId', 'tax'],
  ['type', 'items.filter.type', 'type'],
];

export const STATEMENT_LIST_FAULTS: Faults = {
  ...each(['brands', 'categories', 'stores', 'suppliers'], openRead),
  ...each(
    [
      ['brands', 'listBrands'],
      ['categories', 'listCategories'],
      ['items', 'listItems'],
      ['stores', 'listStores'],
      ['suppliers', 'listSuppliers'],
      ['taxes', 'listTaxes'],
    ],
    openList,
  ),
  'statement.tenant-read-items': fault('tenancy.other_merchants_id', 'single reads of items forget the company', {
    by: ['operation.getItem'],
    where: { statement: 'items.find-at-store' },
    how: [
      { from: 'where i.company_id = $1 and i.id = $2', to: `where i.${ANY_COMPANY} and i.id = $2` },
      { from: 't.company_id = $1', to: `t.${ANY_COMPANY}` },
    ],
  }),
  'statement.tenant-store-of-item': fault('items.at_store', "an item is shown at another merchant's store", {
    where: { statement: 'items.find-at-store' },
    how: { from: 's.company_id = $1 and s.id = $3', to: `s.${ANY_COMPANY} and s.id = $3` },
  }),
  'statement.unknown-group': fault('items.filter.groupId', 'the category of an item is not filtered by', {
    how: { from: /r\.group_id = (any\()?\$\d+(::bigint\[\]\))?/, to: (whole) => `(${whole} or true)` },
  }),
  ...each(LIST_COLUMNS, ([column, breaks, what]) => [
    `statement.filter-${column}`,
    {
      breaks,
      text: `the ${what} of an item is not filtered by`,
      how: { from: new RegExp(`r\\.${column} = \\$?\\d+`, 'g'), to: (whole) => `(${whole} or true)` },
    },
  ]),
  'statement.filter-negated': fault('items.filter.brandId', 'the filter by brand is the wrong way round', {
    how: { from: /r\.brand_id = (\$\d+)/g, to: 'r.brand_id <> $1' },
  }),
  'statement.filter-weighing': fault('items.filter.weighingScale', 'weighed goods are not filtered', {
    how: { from: /r\.weighing_scale = [01]/g, to: 'r.weighing_scale >= 0' },
  }),
  'statement.filter-stock': fault('items.filter.stockStatus', 'the stock status is not filtered by', {
    how: { from: /r\.stock_status = (\$\d+)/g, to: '($1::text is not null)' },
  }),
  'statement.status-ignored': fault('lists.status', 'status is not filtered by', {
    how: { from: /r\.status = (\d)/g, to: '($1 is not null)' },
  }),
  'statement.search-prefix': fault('lists.search', 'only the beginning of a name is searched', {
    how: { from: /like (region_\w+\.search_pattern\(\$\d+\))/g, to: "like ltrim($1, '%')" },
  }),
  'statement.search-case': fault('lists.search', 'a search heeds the case', {
    how: { from: /like region_\w+\.search_pattern\((\$\d+)\)/g, to: "like '%' || $1::text || '%'" },
  }),
  'statement.search-accents': fault('text.search', 'a search heeds accents', {
    how: { from: /like region_\w+\.search_pattern\((\$\d+)\)/g, to: "like '%' || lower($1::text) || '%'" },
  }),
  'statement.names-by-code-point': fault('text.sort', 'names are sorted by code point', {
    how: { from: / collate region_\w+\.root_order/g, to: ' collate "C"' },
  }),
  'statement.search-all': fault('lists.search', 'a search finds everything', {
    how: { from: /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g, to: '($1::text is not null)' },
  }),
  'statement.search-none': fault('lists.search', 'a search finds nothing', {
    how: { from: /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g, to: '($1::text is null)' },
  }),
  'statement.order-of-ids': fault('lists.order', 'records come in ascending order whatever is asked', {
    how: { from: /order by (r\.\w+(?: collate \S+)?|key) desc, (r\.)?id desc/g, to: 'order by $1 asc, $2id asc' },
  }),
  'statement.ties-open': fault('lists.sort', 'ties come in the wrong order', {
    by: ['pinned.list.listBrands', 'pinned.list.listItems'],
    how: { from: /order by (r\.\w+(?: collate \S+)?|key) asc, (r\.)?id asc/g, to: 'order by $1 asc, $2id desc' },
  }),
  'statement.one-too-few': fault('lists.limit', 'pages have one record too few', {
    how: { from: /where n <= (\$\d+::bigint)/g, to: 'where n < $1' },
  }),
  'statement.one-too-many': fault('lists.limit', 'pages have one record too many', {
    how: { from: /where n <= (\$\d+::bigint)/g, to: 'where n <= $1 + 1' },
  }),
  'statement.offset-off-by-one': fault('lists.pages', 'the second page begins one record late', {
    how: { from: /offset (\$\d+)::bigint/g, to: 'offset case when $1::bigint > 0 then $1::bigint + 1 else 0 end' },
  }),
  'statement.offset-zero': fault('lists.pages', 'every page is the first', {
    how: { from: /offset (\$\d+)::bigint/g, to: 'offset $1::bigint * 0' },
  }),
  'statement.cursor-repeats': fault('lists.cursor', 'a page by cursor begins with the last record of the one before', {
    how: { from: /\) (<|>) \((\$\d+::\w+), (\$\d+::bigint)\)/g, to: ') $1= ($2, $3)' },
  }),
  'statement.cursor-by-key': fault('lists.cursor_while_growing', 'a cursor forgets where among equals it was', {
    how: {
      from: /and \((r\.\w+), r\.id\) (<|>) \((\$\d+::\w+), (\$\d+)::bigint\)/g,
      to: 'and $1 $2 $3 and $4::bigint > 0',
    },
  }),
  'statement.total-of-all': fault('lists.total', 'the total counts every company', {
    how: {
      from: /from region_\w+\.row_counts where company_id = \$1/g,
      to: (whole) => whole.replace('company_id = $1', ANY_COMPANY),
    },
  }),
};
