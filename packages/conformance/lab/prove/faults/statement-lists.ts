import type { ServerFault } from '../fault.ts';
import { ANY_COMPANY, sql } from '../kinds/statements.ts';

/** Statements of lists, and those that forget the company. */

const openRead = (table: string): ServerFault =>
  sql(
    `tenant-read-${table}`,
    'tenancy.other_merchants_id',
    `single reads of ${table} forget the company`,
    new RegExp(`(select doc, version from region_\\w+\\.${table} where )company_id = \\$1( and id = \\$2)$`),
    `$1${ANY_COMPANY}$2`,
    [`operation.get${table[0]?.toUpperCase()}`],
  );

const openList = (table: string, operation: string): ServerFault =>
  sql(
    `tenant-list-${table}`,
    'tenancy.lists',
    `the list of ${table} forgets the company`,
    new RegExp(`(region_\\w+\\.${table} r where [^()]*?)r\\.company_id = \\$1`, 'g'),
    `$1r.${ANY_COMPANY}`,
    [`operation.${operation}.tenancy`],
  );

const LIST_COLUMNS: readonly [string, string, string][] = [
  ['brand_id', 'items.filter.brandId', 'brand'],
  ['tax_id', 'items.filter.taxId', 'tax'],
  ['type', 'items.filter.type', 'type'],
];

export const STATEMENT_LIST_FAULTS: readonly ServerFault[] = [
  ...['brands', 'categories', 'stores', 'suppliers'].map(openRead),
  ...[
    ['brands', 'listBrands'],
    ['categories', 'listCategories'],
    ['items', 'listItems'],
    ['stores', 'listStores'],
    ['suppliers', 'listSuppliers'],
    ['taxes', 'listTaxes'],
  ].map(([table = '', operation = '']) => openList(table, operation)),
  sql(
    'tenant-read-items',
    'tenancy.other_merchants_id',
    'single reads of items forget the company',
    /where i\.company_id = \$1 and i\.id = \$2/,
    `where i.${ANY_COMPANY} and i.id = $2`,
    ['operation.getItem'],
  ),
  sql(
    'tenant-store-of-item',
    'items.at_store',
    "an item is shown at another merchant's store",
    /on s\.company_id = \$1 and s\.id = \$3/,
    `on s.${ANY_COMPANY} and s.id = $3`,
  ),
  sql(
    'unknown-group',
    'items.filter.groupId',
    'the category of an item is not filtered by',
    /r\.group_id = (any\()?\$\d+(::bigint\[\]\))?/,
    (whole) => `(${whole} or true)`,
  ),
  ...LIST_COLUMNS.map(([column, breaks, what]) =>
    sql(
      `filter-${column}`,
      breaks,
      `the ${what} of an item is not filtered by`,
      new RegExp(`r\\.${column} = \\$\\d+`, 'g'),
      (whole) => `(${whole} or true)`,
    ),
  ),
  sql(
    'filter-negated',
    'items.filter.brandId',
    'the filter by brand is the wrong way round',
    /r\.brand_id = (\$\d+)/g,
    'r.brand_id <> $1',
  ),
  sql(
    'filter-weighing',
    'items.filter.weighingScale',
    'weighed goods are not told apart',
    /r\.weighing_scale = [01]/g,
    'r.weighing_scale >= 0',
  ),
  sql(
    'filter-stock',
    'items.filter.stockStatus',
    'the stock status is not filtered by',
    /s\.stock_status = (\$\d+)/g,
    '($1::text is not null)',
  ),
  sql(
    'status-ignored',
    'lists.status',
    'status is not filtered by',
    /r\.status = (\$\d+)/g,
    '($1::smallint is not null)',
  ),
  sql(
    'search-prefix',
    'lists.search',
    'only the beginning of a name is searched',
    /like (region_\w+\.search_pattern\(\$\d+\))/g,
    "like ltrim($1, '%')",
  ),
  sql(
    'search-case',
    'lists.search',
    'a search heeds the case',
    /like region_\w+\.search_pattern\((\$\d+)\)/g,
    "like '%' || $1::text || '%'",
  ),
  sql(
    'search-accents',
    'text.search',
    'a search heeds accents',
    /like region_\w+\.search_pattern\((\$\d+)\)/g,
    "like '%' || lower($1::text) || '%'",
  ),
  sql(
    'names-by-code-point',
    'text.sort',
    'names are sorted by code point',
    / collate region_\w+\.root_order/g,
    ' collate "C"',
  ),
  sql(
    'search-all',
    'lists.search',
    'a search finds everything',
    /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g,
    '($1::text is not null)',
  ),
  sql(
    'search-none',
    'lists.search',
    'a search finds nothing',
    /r\.search_text like region_\w+\.search_pattern\((\$\d+)\)/g,
    '($1::text is null)',
  ),
  sql(
    'order-of-ids',
    'lists.order',
    'records come in ascending order whatever is asked',
    /order by (r\.\w+(?: collate \S+)?|key) desc, (r\.)?id desc/g,
    'order by $1 asc, $2id asc',
  ),
  sql(
    'ties-open',
    'lists.sort',
    'ties come in the wrong order',
    /order by (r\.\w+(?: collate \S+)?|key) asc, (r\.)?id asc/g,
    'order by $1 asc, $2id desc',
    ['list.listBrands.sort', 'list.listItems.sort.price'],
  ),
  sql('one-too-few', 'lists.limit', 'pages have one record too few', /where n <= (\$\d+::bigint)/g, 'where n < $1'),
  sql(
    'one-too-many',
    'lists.limit',
    'pages have one record too many',
    /where n <= (\$\d+::bigint)/g,
    'where n <= $1 + 1',
  ),
  sql(
    'offset-off-by-one',
    'lists.pages',
    'the second page begins one record late',
    /offset (\$\d+)::bigint/g,
    'offset case when $1::bigint > 0 then $1::bigint + 1 else 0 end',
  ),
  sql('offset-zero', 'lists.pages', 'every page is the first', /offset (\$\d+)::bigint/g, 'offset $1::bigint * 0'),
  sql(
    'cursor-repeats',
    'lists.cursor',
    'a page by cursor begins with the last record of the one before',
    /\) (<|>) \((\$\d+::\w+), (\$\d+::bigint)\)/g,
    ') $1= ($2, $3)',
  ),
  sql(
    'cursor-by-key',
    'lists.cursor_while_growing',
    'a cursor forgets where among equals it was',
    /and \((r\.\w+), r\.id\) (<|>) \((\$\d+::\w+), (\$\d+)::bigint\)/g,
    'and $1 $2 $3 and $4::bigint > 0',
  ),
  sql(
    'total-of-all',
    'lists.total',
    'the total counts every company',
    /from region_\w+\.row_counts where company_id = \$1/g,
    (whole) => whole.replace('company_id = $1', ANY_COMPANY),
  ),
];
