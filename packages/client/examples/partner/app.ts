import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import type { Authorization, Tillgate } from '@tillgate/client';
import Koa, { type Context } from 'koa';
import type { Catalogues } from './catalogue.ts';
import type { Connections } from './connections.ts';
import { setLowStockLevels } from './low-stock.ts';
import { homePage, merchantPage } from './pages.ts';
import { protect, showErrors } from './protect.ts';
import { latestOrders, orderWhatIsLow, receive } from './purchasing.ts';
import { dailySales } from './sales.ts';
import type { SignUps } from './sign-ups.ts';

export interface Parts {
  readonly tillgate: Tillgate<Authorization>;
  readonly connections: Connections;
  readonly catalogues: Catalogues;
  readonly signUps: SignUps;
  readonly redirectUri: string;
}

const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
const COOKIE = 'sign-up';

export function createApp({ tillgate, connections, catalogues, signUps, redirectUri }: Parts): Koa {
  const { origin, pathname } = new URL(redirectUri);
  const router = new Router();

  router.get('/style.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = STYLE;
  });

  router.get('/', (ctx) => {
    ctx.body = homePage(connections.all());
  });

  // Redirects the browser to the consent screen, with a cookie that identifies it on its return.
  router.get('/connect', async (ctx) => {
    const { url, pending } = await tillgate.authorizationUrl();
    ctx.cookies.set(COOKIE, signUps.start(pending), { httpOnly: true, sameSite: 'lax', path: pathname });
    ctx.redirect(url);
  });

  router.get(pathname, async (ctx) => {
    const pending = signUps.take(ctx.cookies.get(COOKIE) ?? '');
    ctx.cookies.set(COOKIE, null, { path: pathname });
    if (!pending) return ctx.throw(400, 'This page answers one sign-up, and once. Please connect again.');
    const { merchantId } = await tillgate.handleCallback(ctx.url, pending);
    ctx.redirect(`/merchants/${merchantId}?done=connected`);
  });

  router.get('/merchants/:id', async (ctx) => {
    const id = connectedMerchant(ctx);
    const merchant = tillgate.merchant(id);
    const [orders, sales] = await Promise.all([
      latestOrders(merchant),
      dailySales(merchant),
      catalogues.follow(id, merchant),
    ]);
    ctx.body = merchantPage({ id, orders, sales, items: catalogues.items(id), done: String(ctx.query.done) });
  });

  router.post('/merchants/:id/orders', async (ctx) => {
    const id = connectedMerchant(ctx);
    // The key is created with the form, so submitting the form twice orders once.
    const order = await orderWhatIsLow(tillgate.merchant(id), String(ctx.query.key));
    seeOther(ctx, `/merchants/${id}?done=${order ? 'ordered' : 'nothing-low'}`);
  });

  router.post('/merchants/:id/orders/:order/receive', async (ctx) => {
    const id = connectedMerchant(ctx);
    await receive(tillgate.merchant(id), Number(ctx.params.order), Number(ctx.query.version));
    seeOther(ctx, `/merchants/${id}?done=received`);
  });

  router.post('/merchants/:id/low-stock', async (ctx) => {
    const id = connectedMerchant(ctx);
    const changed = await setLowStockLevels(tillgate.merchant(id));
    seeOther(ctx, `/merchants/${id}?done=${changed > 0 ? 'levels-set' : 'levels-right'}`);
  });

  router.post('/merchants/:id/disconnect', async (ctx) => {
    const id = connectedMerchant(ctx);
    await tillgate.revoke(id);
    catalogues.forget(id);
    seeOther(ctx, '/');
  });

  function connectedMerchant(ctx: Context): number {
    const id = Number(ctx.params.id);
    if (!connections.get(id)) ctx.throw(404, 'This merchant is not connected.');
    return id;
  }

  const app = new Koa();
  app.use(showErrors).use(protect(origin)).use(router.routes()).use(router.allowedMethods());
  return app;
}

/** Redirects after a form, so that reloading the page does not submit it again. */
function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}
