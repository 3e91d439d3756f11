import type { Fault, ServerFault } from '../fault.ts';
import { asks } from '../kinds/requests.ts';
import { server } from '../kinds/server.ts';
import { ANY_COMPANY, sql } from '../kinds/statements.ts';
import { staged } from '../kinds/tokens.ts';
import { patchRows, type Row } from '../sql.ts';

const KEY = /from control\.api_keys k join/;

const keyRow = (id: string, breaks: string, text: string, change: (row: Row) => Row): ServerFault =>
  server(id, breaks, text, (deps, mark) =>
    patchRows(deps, KEY, (rows) =>
      rows.map((row) => {
        const changed = change(row);
        if (changed !== row) mark();
        return changed;
      }),
    ),
  );

/** An operation asks for another scope. */
const scoped = (operation: string, scope: string, breaks: string, text: string): ServerFault =>
  server(`scope-${operation}`, breaks, text, (deps, mark) => ({
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

const single = (table: string): ServerFault =>
  sql(
    `foreign-${table}`,
    'tenancy.other_merchants_id',
    `single reads of ${table} forget the company`,
    new RegExp(`(select doc, version from region_\\w+\\.${table} where )company_id = \\$1( and id = \\$2)$`),
    `$1${ANY_COMPANY}$2`,
  );

const listed = (table: string): ServerFault =>
  sql(
    `foreign-list-${table}`,
    'tenancy.lists',
    `the list of ${table} forgets the company`,
    new RegExp(`(region_\\w+\\.${table} r where [^()]*?)r\\.company_id = \\$1`, 'g'),
    `$1r.${ANY_COMPANY}`,
  );

/** Keys, products, environments, addresses, and merchants who see what is not theirs. */
export const KEY_FAULTS: readonly Fault[] = [
  keyRow(
    'key-other-organization',
    'keys.company_denied',
    "a sandbox key opens another organization's merchants",
    (row) => {
      const merchant = row.merchant as Row | null;
      return row.env === 'SANDBOX' && merchant && merchant.organizationId !== row.organizationId
        ? { ...row, merchant: { ...merchant, organizationId: row.organizationId } }
        : row;
    },
  ),
  keyRow(
    'key-any-live-company',
    'keys.company_denied',
    'a production key opens companies that did not approve it',
    (row) =>
      row.env === 'PRODUCTION' && row.merchant && !row.approvedStoreIds ? { ...row, approvedStoreIds: [] } : row,
  ),
  keyRow('key-any-environment', 'keys.environment', 'the environment of a company is not looked at', (row) => {
    const merchant = row.merchant as Row | null;
    const demo = row.env === 'SANDBOX';
    return merchant && merchant.demo !== demo ? { ...row, merchant: { ...merchant, demo } } : row;
  }),
  keyRow(
    'key-unknown-first',
    'keys.company_denied',
    'an unknown company is told as one of the other environment',
    (row) =>
      row.merchant
        ? row
        : { ...row, merchant: { companyId: 0, demo: row.env !== 'SANDBOX', active: true, region: 'UK' } },
  ),
  sql(
    'key-requested-stores',
    'keys.approved_stores',
    'a key sees the stores that were asked for',
    /to_json\(r\.approved_store_ids\)/,
    'to_json(r.store_ids)',
  ),
  sql(
    'key-undecided',
    'keys.request_approval',
    'a request that nobody decided opens the company',
    /(to_json\()r\.approved_store_ids(\) from control\.access_requests r\s+where r\.app_id = a\.id and r\.company_id = \$2) and r\.state = 'APPROVED'/,
    '$1coalesce(r.approved_store_ids, r.store_ids)$2 order by r.id desc limit 1',
  ),
  sql(
    'key-revoked',
    'keys.invalid',
    'a revoked key holds',
    /and k\.revoked_at is null and a\.archived_at is null/,
    'and a.archived_at is null',
  ),
  staged(
    'key-unknown-404',
    'keys.company_denied',
    'an unknown company is 404',
    (_, mark) =>
      async function notFound(ctx, next) {
        await next();
        const named = Number(new URLSearchParams(ctx.querystring).get('companyId'));
        if (ctx.status !== 403 || !ctx.req.headers['x-api-key'] || named < 1_000_000) return;
        mark();
        ctx.status = 404;
      },
  ),
  asks('key-as-bearer', 'keys.header', 'a key is taken as a bearer token', ({ requestHeaders }) => {
    const key = /^Bearer (svc_ak_\w+)$/.exec(requestHeaders.authorization ?? '')?.[1];
    if (!key) return;
    requestHeaders['x-api-key'] = key;
    delete requestHeaders.authorization;
  }),
  asks('company-of-header', 'keys.company_required', 'the company may be named in a header', (passing) => {
    const { requestHeaders, url } = passing;
    if (!requestHeaders['x-api-key'] || /companyId=/.test(url) || !requestHeaders['x-company-id']) return;
    passing.url += `${url.includes('?') ? '&' : '?'}companyId=${requestHeaders['x-company-id']}`;
  }),
  asks('company-beside-token', 'auth.company_named_twice', 'a company beside a token is not looked at', (passing) => {
    if (!passing.requestHeaders.authorization) return;
    passing.url = passing.url.replace(/([?&])companyId=\d+&?/, '$1').replace(/[?&]$/, '');
  }),
  scoped('listBrands', 'items.read', 'auth.product_bundle', 'ONLINE_ORDER apps list brands'),
  scoped('listSuppliers', 'stores.read', 'auth.product_bundle', 'every app lists suppliers'),
  scoped('getDailySales', 'orders.read', 'auth.product_bundle', 'reports are open to those who see orders'),
  scoped('listOpenOrders', 'stores.read', 'keys.scope', 'keys list open orders'),
  scoped('listTaxes', 'items.write', 'auth.product_bundle', 'ONLINE_ORDER apps do not list taxes'),
  server('address-believed', 'auth.ip_denied', 'X-Forwarded-For is believed, whoever wrote it', (deps, mark) => {
    mark();
    return { ...deps, trustedProxies: 1 };
  }),
  sql(
    'allowlist-not-copied',
    'auth.allowlist',
    'an allowlist is not copied into the token',
    /c\.allowed_ips as "allowedIps"/,
    'null::text[] as "allowedIps"',
  ),
  server(
    'mint-any-organization',
    'mint.error.developer.grant_missing',
    "a token is minted for another organization's merchant",
    (deps, mark) => {
      let client: Row = {};
      const known = patchRows(deps, /from control\.client_credentials c join/, (rows) => {
        client = rows[0] ?? client;
        return rows;
      });
      return patchRows(known, /from control\.merchants where company_id = \$1$/, (rows) =>
        rows.map((row) => {
          if (!row.demo || row.organizationId === client.organizationId) return row;
          mark();
          return { ...row, organizationId: client.organizationId };
        }),
      );
    },
  ),
  server(
    'mint-first-merchant',
    'mint.error.developer.merchant_required',
    'without merchant_id the first merchant is taken',
    (deps, mark) =>
      patchRows(deps, /from control\.merchants where organization_id = \$1 and active/, (rows) => {
        if (rows.length > 1) mark();
        return rows.slice(0, 1);
      }),
  ),
  ...['purchase_orders', 'stock_transfers', 'stock_adjustments'].map(single),
  sql(
    'foreign-menus',
    'tenancy.other_merchants_id',
    'whole menus forget the company',
    /where m\.company_id = \$1 and m\.id = \$2/,
    `where m.${ANY_COMPANY} and m.id = $2`,
  ),
  sql(
    'foreign-modifiers',
    'tenancy.other_merchants_id',
    'whole modifier groups forget the company',
    /where g\.company_id = \$1 and g\.id = \$2/,
    `where g.${ANY_COMPANY} and g.id = $2`,
  ),
  sql(
    'foreign-item-stock',
    'tenancy.other_merchants_id',
    "another merchant's item has its stock explained",
    /where i\.company_id = \$1 and i\.id = \$2$/,
    `where i.${ANY_COMPANY} and i.id = $2`,
  ),
  ...['menus', 'modifier_groups', 'purchase_orders', 'stock_transfers', 'stock_adjustments', 'stock_levels'].map(
    listed,
  ),
];
