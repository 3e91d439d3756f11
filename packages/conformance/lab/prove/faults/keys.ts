import { each, type Fault, type Faults, fault, type Operation, sharing } from '../fault.ts';
import { parts } from '../how/handlers.ts';
import { request } from '../how/requests.ts';
import { eachRow, type Row, readRows } from '../how/rows.ts';
import { ANY_COMPANY, anyCompanyListed, anyCompanyRead } from '../how/statements.ts';
import { stage } from '../how/tokens.ts';

const KEY = /from control\.api_keys k join/;

const keyRow = (change: (row: Row) => Row) => parts((deps, mark) => readRows(deps, KEY, eachRow(mark, change)));

/** Requires the wrong scope for an operation. */
const scoped = (operation: Operation, scope: string) =>
  parts((deps, mark) => ({
    ...deps,
    contract: {
      ...deps.contract,
      operations: deps.contract.operations.map((one) => {
        if (one.id !== operation) return one;
        mark();
        return { ...one, scope };
      }),
    },
  }));

const single = (table: string): [string, Fault] => [
  `statement.foreign-${table}`,
  fault('tenancy.other_merchants_id', `single reads of ${table} forget the company`, anyCompanyRead(table)),
];

const listed = (table: string): [string, Fault] => [
  `statement.foreign-list-${table}`,
  fault('tenancy.lists', `the list of ${table} forgets the company`, anyCompanyListed(table)),
];

const keyFault = sharing({ where: { statement: 'api-keys.access' } });

/** Wrong keys, products, environments and addresses, and merchants who see other merchants' data. */
export const KEY_FAULTS: Faults = {
  'server.key-other-organization': fault(
    'keys.company_denied',
    "a sandbox key reaches another organization's merchants",
    {
      how: keyRow((row) => {
        const merchant = row.merchant as Row | null;
        return row.env === 'SANDBOX' && merchant && merchant.organizationId !== row.organizationId
          ? { ...row, merchant: { ...merchant, organizationId: row.organizationId } }
          : row;
      }),
    },
  ),
  'server.key-any-live-company': fault(
    'keys.company_denied',
    'a production key reaches companies that did not approve it',
    {
      how: keyRow((row) =>
        row.env === 'PRODUCTION' && row.merchant && !row.approvedStoreIds ? { ...row, approvedStoreIds: [] } : row,
      ),
    },
  ),
  'server.key-any-environment': fault('keys.environment', 'the environment of a company is not checked', {
    how: keyRow((row) => {
      const merchant = row.merchant as Row | null;
      const demo = row.env === 'SANDBOX';
      return merchant && merchant.demo !== demo ? { ...row, merchant: { ...merchant, demo } } : row;
    }),
  }),
  'server.key-unknown-first': fault(
    'keys.company_denied',
    'an unknown company is reported as one of the other environment',
    {
      how: keyRow((row) =>
        row.merchant
          ? row
          : { ...row, merchant: { companyId: 0, demo: row.env !== 'SANDBOX', active: true, region: 'UK' } },
      ),
    },
  ),
  'statement.key-requested-stores': keyFault('keys.approved_stores', 'a key sees the requested stores', {
    how: { from: 'to_json(r.approved_store_ids)', to: 'to_json(r.store_ids)' },
  }),
  'statement.key-undecided': keyFault('keys.request_approval', 'an undecided request grants access to the company', {
    how: {
      from: /(to_json\()r\.approved_store_ids(\) from control\.access_requests r\s+where r\.app_id = a\.id and r\.company_id = \$2) and r\.state = 'APPROVED'/,
      to: '$1coalesce(r.approved_store_ids, r.store_ids)$2 order by r.id desc limit 1',
    },
  }),
  'statement.key-revoked': keyFault('keys.invalid', 'a revoked key is still valid', {
    how: { from: 'and k.revoked_at is null', to: '' },
  }),
  'key-unknown-404': fault('keys.company_denied', 'an unknown company is 404', {
    how: stage(
      (_, mark) =>
        async function notFound(ctx, next) {
          await next();
          const named = Number(new URLSearchParams(ctx.querystring).get('companyId'));
          if (ctx.status !== 403 || !ctx.req.headers['x-api-key'] || named < 1_000_000) return;
          mark();
          ctx.status = 404;
        },
    ),
  }),
  'request.key-as-bearer': fault('keys.header', 'a key is accepted as a bearer token', {
    how: request(({ requestHeaders }) => {
      const key = /^Bearer (svc_ak_\w+)$/.exec(requestHeaders.authorization ?? '')?.[1];
      if (!key) return;
      requestHeaders['x-api-key'] = key;
      delete requestHeaders.authorization;
    }),
  }),
  'request.company-of-header': fault('keys.company_required', 'the company may be named in a header', {
    how: request((passing) => {
      const { requestHeaders, url } = passing;
      if (!requestHeaders['x-api-key'] || /companyId=/.test(url) || !requestHeaders['x-company-id']) return;
      passing.url += `${url.includes('?') ? '&' : '?'}companyId=${requestHeaders['x-company-id']}`;
    }),
  }),
  'request.company-beside-token': fault('auth.company_named_twice', 'a company next to a token is not checked', {
    how: request((passing) => {
      if (!passing.requestHeaders.authorization) return;
      passing.url = passing.url.replace(/([?&])companyId=\d+&?/, '$1').replace(/[?&]$/, '');
    }),
  }),
  'server.scope-listBrands': fault('auth.product_bundle', 'ONLINE_ORDER apps list brands', {
    how: scoped('listBrands', 'items.read'),
  }),
  'server.scope-listSuppliers': fault('auth.product_bundle', 'every app lists suppliers', {
    how: scoped('listSuppliers', 'stores.read'),
  }),
  'server.scope-getDailySales': fault('auth.product_bundle', 'reports are open to those who see orders', {
    how: scoped('getDailySales', 'orders.read'),
  }),
  'server.scope-listOpenOrders': fault('keys.scope', 'keys list open orders', {
    how: scoped('listOpenOrders', 'stores.read'),
  }),
  'server.scope-listTaxes': fault('auth.product_bundle', 'ONLINE_ORDER apps do not list taxes', {
    how: scoped('listTaxes', 'items.write'),
  }),
  'server.address-believed': fault('auth.ip_denied', 'X-Forwarded-For is believed, whoever wrote it', {
    how: parts((deps, mark) => {
      mark();
      return { ...deps, config: { ...deps.config, trustedProxies: 1 } };
    }),
  }),
  'statement.allowlist-not-copied': fault('auth.allowlist', 'an allowlist is not copied into the token', {
    where: { statement: 'credentials.authenticate' },
    how: { from: 'c.allowed_ips as "allowedIps"', to: 'null::text[] as "allowedIps"' },
  }),
  'server.mint-any-organization': fault(
    'mint.error.developer.grant_missing',
    "a token is minted for another organization's merchant",
    {
      how: parts((deps, mark) => {
        let client: Row = {};
        const known = readRows(deps, /from control\.client_credentials c join/, (rows) => {
          client = rows[0] ?? client;
          return rows;
        });
        return readRows(known, /from control\.merchants where company_id = \$1$/, (rows) =>
          rows.map((row) => {
            if (!row.demo || row.organizationId === client.organizationId) return row;
            mark();
            return { ...row, organizationId: client.organizationId };
          }),
        );
      }),
    },
  ),
  'server.mint-first-merchant': fault(
    'mint.error.developer.merchant_required',
    'without merchant_id the first merchant is taken',
    {
      how: parts((deps, mark) =>
        readRows(deps, /from control\.merchants where organization_id = \$1 and active/, (rows) => {
          if (rows.length > 1) mark();
          return rows.slice(0, 1);
        }),
      ),
    },
  ),
  ...each(['purchase_orders', 'stock_transfers', 'stock_adjustments'], single),
  'statement.foreign-menus': fault('tenancy.other_merchants_id', 'whole menus forget the company', {
    where: { statement: 'menus.find-whole' },
    how: { from: 'where m.company_id = $1 and m.id = $2', to: `where m.${ANY_COMPANY} and m.id = $2` },
  }),
  'statement.foreign-modifiers': fault('tenancy.other_merchants_id', 'whole modifier groups forget the company', {
    where: { statement: 'modifier-groups.find-whole' },
    how: { from: 'where g.company_id = $1 and g.id = $2', to: `where g.${ANY_COMPANY} and g.id = $2` },
  }),
  'statement.foreign-item-stock': fault(
    'tenancy.other_merchants_id',
    "another merchant's item has its stock explained",
    {
      where: { statement: 'list.stock_movements.*' },
      how: { from: /(region_\w+\.items where )company_id = \$1/, to: `$1${ANY_COMPANY}` },
    },
  ),
  ...each(['menus', 'modifier_groups', 'purchase_orders', 'stock_transfers', 'stock_adjustments'], listed),
  // Counts levels whose item belongs to another merchant, but does not list them.
  'statement.foreign-list-stock_levels': fault(
    'lists.total',
    'the total of stock levels forgets the company',
    anyCompanyListed('stock_levels'),
  ),
};
