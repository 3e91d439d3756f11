import { each, type Fault, type Faults, type Own } from '../fault.ts';
import { parts } from '../how/handlers.ts';
import { request } from '../how/requests.ts';
import { eachRow, type Row, readRows } from '../how/rows.ts';
import { ANY_COMPANY, anyCompanyListed, anyCompanyRead } from '../how/statements.ts';
import { stage } from '../how/tokens.ts';

const KEY = /from control\.api_keys k join/;

const keyRow = ({ breaks, text, change }: Own<{ change: (row: Row) => Row }>): Fault => ({
  breaks,
  text,
  how: parts((deps, mark) => readRows(deps, KEY, eachRow(mark, change))),
});

/** An operation asks for another scope. */
const scoped = ({ operation, scope, breaks, text }: Own<{ operation: string; scope: string }>): Fault => ({
  breaks,
  text,
  how: parts((deps, mark) => ({
    ...deps,
    contract: {
      ...deps.contract,
      operations: deps.contract.operations.map((one) => {
        if (one.id !== operation) return one;
        mark();
        return { ...one, scope };
      }),
    },
  })),
});

const single = (table: string): [string, Fault] => [
  `statement.foreign-${table}`,
  {
    breaks: 'tenancy.other_merchants_id',
    text: `single reads of ${table} forget the company`,
    ...anyCompanyRead(table),
  },
];

const listed = (table: string): [string, Fault] => [
  `statement.foreign-list-${table}`,
  { breaks: 'tenancy.lists', text: `the list of ${table} forgets the company`, ...anyCompanyListed(table) },
];

/** Keys, products, environments, addresses, and merchants who see what is not theirs. */
export const KEY_FAULTS: Faults = {
  'server.key-other-organization': keyRow({
    breaks: 'keys.company_denied',
    text: "a sandbox key opens another organization's merchants",
    change: (row) => {
      const merchant = row.merchant as Row | null;
      return row.env === 'SANDBOX' && merchant && merchant.organizationId !== row.organizationId
        ? { ...row, merchant: { ...merchant, organizationId: row.organizationId } }
        : row;
    },
  }),
  'server.key-any-live-company': keyRow({
    breaks: 'keys.company_denied',
    text: 'a production key opens companies that did not approve it',
    change: (row) =>
      row.env === 'PRODUCTION' && row.merchant && !row.approvedStoreIds ? { ...row, approvedStoreIds: [] } : row,
  }),
  'server.key-any-environment': keyRow({
    breaks: 'keys.environment',
    text: 'the environment of a company is not looked at',
    change: (row) => {
      const merchant = row.merchant as Row | null;
      const demo = row.env === 'SANDBOX';
      return merchant && merchant.demo !== demo ? { ...row, merchant: { ...merchant, demo } } : row;
    },
  }),
  'server.key-unknown-first': keyRow({
    breaks: 'keys.company_denied',
    text: 'an unknown company is told as one of the other environment',
    change: (row) =>
      row.merchant
        ? row
        : { ...row, merchant: { companyId: 0, demo: row.env !== 'SANDBOX', active: true, region: 'UK' } },
  }),
  'statement.key-requested-stores': {
    breaks: 'keys.approved_stores',
    text: 'a key sees the stores that were asked for',
    where: { statement: 'api-keys.access' },
    how: { from: 'to_json(r.approved_store_ids)', to: 'to_json(r.store_ids)' },
  },
  'statement.key-undecided': {
    breaks: 'keys.request_approval',
    text: 'a request that nobody decided opens the company',
    where: { statement: 'api-keys.access' },
    how: {
      from: /(to_json\()r\.approved_store_ids(\) from control\.access_requests r\s+where r\.app_id = a\.id and r\.company_id = \$2) and r\.state = 'APPROVED'/,
      to: '$1coalesce(r.approved_store_ids, r.store_ids)$2 order by r.id desc limit 1',
    },
  },
  'statement.key-revoked': {
    breaks: 'keys.invalid',
    text: 'a revoked key holds',
    where: { statement: 'api-keys.access' },
    how: { from: 'and k.revoked_at is null and a.archived_at is null', to: 'and a.archived_at is null' },
  },
  'key-unknown-404': {
    breaks: 'keys.company_denied',
    text: 'an unknown company is 404',
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
  },
  'request.key-as-bearer': {
    breaks: 'keys.header',
    text: 'a key is taken as a bearer token',
    how: request(({ requestHeaders }) => {
      const key = /^Bearer (svc_ak_\w+)$/.exec(requestHeaders.authorization ?? '')?.[1];
      if (!key) return;
      requestHeaders['x-api-key'] = key;
      delete requestHeaders.authorization;
    }),
  },
  'request.company-of-header': {
    breaks: 'keys.company_required',
    text: 'the company may be named in a header',
    how: request((passing) => {
      const { requestHeaders, url } = passing;
      if (!requestHeaders['x-api-key'] || /companyId=/.test(url) || !requestHeaders['x-company-id']) return;
      passing.url += `${url.includes('?') ? '&' : '?'}companyId=${requestHeaders['x-company-id']}`;
    }),
  },
  'request.company-beside-token': {
    breaks: 'auth.company_named_twice',
    text: 'a company beside a token is not looked at',
    how: request((passing) => {
      if (!passing.requestHeaders.authorization) return;
      passing.url = passing.url.replace(/([?&])companyId=\d+&?/, '$1').replace(/[?&]$/, '');
    }),
  },
  'server.scope-listBrands': scoped({
    operation: 'listBrands',
    scope: 'items.read',
    breaks: 'auth.product_bundle',
    text: 'ONLINE_ORDER apps list brands',
  }),
  'server.scope-listSuppliers': scoped({
    operation: 'listSuppliers',
    scope: 'stores.read',
    breaks: 'auth.product_bundle',
    text: 'every app lists suppliers',
  }),
  'server.scope-getDailySales': scoped({
    operation: 'getDailySales',
    scope: 'orders.read',
    breaks: 'auth.product_bundle',
    text: 'reports are open to those who see orders',
  }),
  'server.scope-listOpenOrders': scoped({
    operation: 'listOpenOrders',
    scope: 'stores.read',
    breaks: 'keys.scope',
    text: 'keys list open orders',
  }),
  'server.scope-listTaxes': scoped({
    operation: 'listTaxes',
    scope: 'items.write',
    breaks: 'auth.product_bundle',
    text: 'ONLINE_ORDER apps do not list taxes',
  }),
  'server.address-believed': {
    breaks: 'auth.ip_denied',
    text: 'X-Forwarded-For is believed, whoever wrote it',
    how: parts((deps, mark) => {
      mark();
      return { ...deps, trustedProxies: 1 };
    }),
  },
  'statement.allowlist-not-copied': {
    breaks: 'auth.allowlist',
    text: 'an allowlist is not copied into the token',
    where: { statement: 'credentials.authenticate' },
    how: { from: 'c.allowed_ips as "allowedIps"', to: 'null::text[] as "allowedIps"' },
  },
  'server.mint-any-organization': {
    breaks: 'mint.error.developer.grant_missing',
    text: "a token is minted for another organization's merchant",
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
  'server.mint-first-merchant': {
    breaks: 'mint.error.developer.merchant_required',
    text: 'without merchant_id the first merchant is taken',
    how: parts((deps, mark) =>
      readRows(deps, /from control\.merchants where organization_id = \$1 and active/, (rows) => {
        if (rows.length > 1) mark();
        return rows.slice(0, 1);
      }),
    ),
  },
  ...each(['purchase_orders', 'stock_transfers', 'stock_adjustments'], single),
  'statement.foreign-menus': {
    breaks: 'tenancy.other_merchants_id',
    text: 'whole menus forget the company',
    where: { statement: 'menus.find-whole' },
    how: { from: 'where m.company_id = $1 and m.id = $2', to: `where m.${ANY_COMPANY} and m.id = $2` },
  },
  'statement.foreign-modifiers': {
    breaks: 'tenancy.other_merchants_id',
    text: 'whole modifier groups forget the company',
    where: { statement: 'modifier-groups.find-whole' },
    how: { from: 'where g.company_id = $1 and g.id = $2', to: `where g.${ANY_COMPANY} and g.id = $2` },
  },
  'statement.foreign-item-stock': {
    breaks: 'tenancy.other_merchants_id',
    text: "another merchant's item has its stock explained",
    where: { statement: ['items.find-at-store', 'items.find-stock'] },
    how: { from: /where i\.company_id = \$1 and i\.id = \$2$/, to: `where i.${ANY_COMPANY} and i.id = $2` },
  },
  ...each(
    ['menus', 'modifier_groups', 'purchase_orders', 'stock_transfers', 'stock_adjustments', 'stock_levels'],
    listed,
  ),
};
