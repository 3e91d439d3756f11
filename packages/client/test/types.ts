// Assertions about the types, compiled against the published package by each compiler that partners may use.
import {
  type Api,
  ApiError,
  createTillgate,
  type GoneReason,
  isTillgateError,
  type ListedPage,
  type Money,
  money,
  oauth,
  type Quantity,
  quantity,
  sandbox,
  type TokenStore,
} from '@tillgate/client';
import { verify } from '@tillgate/client/webhooks';

declare const tokens: TokenStore;
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

export async function compiled(error: unknown): Promise<void> {
  const { merchant } = createTillgate({ baseUrl: '', credentials: sandbox({ clientId: '', clientSecret: '' }) });
  const tillgate = merchant(1);

  const item = await tillgate.items.get(1, { storeId: '1' });
  holds<Is<typeof item, Api.ItemAtStore>>();
  holds<Is<typeof item.price, Money>>();
  const page = await tillgate.brands.list({ sort: 'name', signal: AbortSignal.timeout(1) });
  holds<Is<typeof page, Api.BrandList>>();
  for await (const brand of tillgate.brands.iterate({ limit: 5 })) holds<Is<typeof brand, Api.Brand>>();
  await tillgate.items.update(1, { price: money('1') }, { ifVersion: 2, idempotencyKey: 'one' });

  const { data, response } = await tillgate.brands.list({ retries: 0, headers: { 'X-One': '1' } }).withResponse();
  holds<Is<typeof data, Api.BrandList>>();
  holds<Is<typeof response.status, number>>();
  const listing = tillgate.brands.iterate({ cursor: data.pagination.nextCursor });
  for await (const one of listing.pages()) holds<Is<typeof one, ListedPage<Api.BrandList>>>();
  holds<Is<Awaited<ReturnType<typeof listing.toArray>>, Api.Brand[]>>();
  holds<Is<Awaited<ReturnType<typeof tillgate.request<Api.Brand>>>, Api.Brand>>();

  const { data: adjustments } = await tillgate.stockAdjustments.list({ status: 1 });
  holds<Is<(typeof adjustments)[number], Api.StockAdjustment>>();
  const { data: summaries } = await tillgate.stockAdjustments.list({ includeLines: false });
  holds<Is<(typeof summaries)[number], Api.StockAdjustmentSummary>>();
  for await (const order of tillgate.purchaseOrders.iterate()) holds<Is<typeof order, Api.PurchaseOrder>>();
  for await (const order of tillgate.purchaseOrders.iterate({ includeLines: false, transactions: true }))
    holds<Is<typeof order, Api.PurchaseTransactionSummary | Api.PurchaseReturnTransactionSummary>>();
  const { data: orders } = await tillgate.purchaseOrders.list({ includeLines: false });
  holds<Is<(typeof orders)[number], Api.PurchaseOrderSummary>>();
  const { data: both } = await tillgate.purchaseOrders.list({ transactions: true });
  holds<Is<(typeof both)[number], Api.PurchaseTransaction | Api.PurchaseReturnTransaction>>();
  for await (const transfer of tillgate.stockTransfers.iterate({ includeLines: false }))
    holds<Is<typeof transfer, Api.StockTransferSummary>>();
  // @ts-expect-error: a misspelt filter of documents
  await tillgate.stockTransfers.list({ store: 1 });
  // @ts-expect-error: an array needs a maximum
  await listing.toArray();
  // @ts-expect-error: a list by page number has no cursor
  tillgate.reports.iterateSalesByItem({ from: '2026-03-01', to: '2026-03-02', cursor: 'x' });
  // @ts-expect-error: a store is required
  await tillgate.items.get(1);
  // @ts-expect-error: a number is not an amount
  await tillgate.items.create({ name: 'Bun', price: 3.2 });
  // @ts-expect-error: a number may already have been rounded
  money(3.2);
  // @ts-expect-error: nor is arbitrary text
  await tillgate.items.create({ name: 'Bun', price: '3.20' });
  // @ts-expect-error: nor a quantity
  await tillgate.items.create({ name: 'Bun', price: quantity('3') });
  // @ts-expect-error: a misspelt filter
  await tillgate.items.list({ brand: 1 });
  // @ts-expect-error: no such sort
  await tillgate.brands.list({ sort: 'price' });
  // @ts-expect-error: reads take no idempotency key
  await tillgate.brands.list({ idempotencyKey: 'one' });
  // @ts-expect-error: a new record has no version
  await tillgate.brands.create({ name: 'Acme' }, { ifVersion: 1 });
  // @ts-expect-error: the loop turns the pages
  tillgate.brands.iterate({ page: 2 });
  // @ts-expect-error: the merchant already determines the company
  await tillgate.stores.list({ companyId: 2 });
  // @ts-expect-error: sandbox apps have no consent screen
  createTillgate({ baseUrl: '', credentials: sandbox({ clientId: '', clientSecret: '' }) }).authorizationUrl;

  for await (const change of tillgate.changes.follow({ include: 'record' })) {
    if (change.resource === 'stock') holds<Is<typeof change.record, Api.StockLevel | null>>();
    if (change.resource === 'menus') holds<Is<typeof change.record, Api.MenuFull | null>>();
    holds<Is<typeof change.record, NonNullable<Api.Change['record']> | null>>();
  }
  for await (const { data } of tillgate.changes.follow({ resources: ['items', 'taxes'], include: 'record' }).pages()) {
    holds<Is<(typeof data)[number]['record'], Api.Item | Api.Tax | null>>();
    // @ts-expect-error: no such resource was requested
    data[0]?.resource === 'stock';
  }
  // @ts-expect-error: no such resource
  tillgate.changes.follow({ resources: ['products'] });
  const webhook = await verify(new Request(''), ['whsec_']);
  if (webhook.type === 'changes') holds<Is<(typeof webhook.data)[number]['resource'], Api.ChangedResource>>();
  if (webhook.type === 'resync') holds<Is<typeof webhook.reason, GoneReason>>();

  const app = createTillgate({
    baseUrl: '',
    credentials: oauth({ clientId: '', clientSecret: '', authUrl: '', redirectUri: '', tokens }),
  });
  holds<Is<Awaited<ReturnType<typeof app.authorizationUrl>>['url'], string>>();

  if (error instanceof ApiError && error.code === 'partner.rate_limited')
    holds<Is<typeof error.retryAfter, number | undefined>>();
  if (isTillgateError(error)) {
    if (error.code === 'partner.duplicate') holds<Is<typeof error.status, 409>>();
    if (error.code === 'partner.cursor_gone') holds<Is<typeof error.reason, GoneReason>>();
    if (error.code === 'client.not_connected') holds<Is<typeof error.merchantId, number | undefined>>();
    // @ts-expect-error: no such code
    if (error.code === 'partner.duplicated') throw error;
  }
}

export const counted: Quantity = quantity('1.5');
