// An integration that keeps stock, written with the packed client. Each part can be written wrongly. Its parent is the time and
// the browser of the merchant.
import { createTillgate, memoryTokenStore, money, oauth, quantity, sandbox } from '@tillgate/client';

const { apiUrl, webUrl, clientId, clientSecret, redirectUri, ...given } = JSON.parse(process.argv[2]);
const { part, careless, merchantId, otherId, farId, forged } = given;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

let time = given.now;
let requests = 0;
const asked = [];

/** Answers come in the order of the questions. */
function ask(question) {
  process.send(question);
  return new Promise((resolve) => asked.push(resolve));
}
process.on('message', (answer) => asked.shift()(answer));

async function pass(milliseconds) {
  time = await ask({ pass: milliseconds });
}

const clock = { now: () => time, sleep: pass, random: Math.random };

/** A request takes as long as it takes. */
async function counted(url, init) {
  requests += 1;
  const began = performance.now();
  try {
    return await fetch(url, init);
  } finally {
    await pass(Math.ceil(performance.now() - began));
  }
}

const options = { baseUrl: apiUrl, clock, fetch: counted, maxWait: 10 * MINUTE };
const secrets = { clientId, clientSecret };
const open = () => createTillgate({ ...options, credentials: sandbox(secrets) });
const stock = open().merchant(merchantId);

async function connected(tokens) {
  const app = sharing(tokens);
  const { url, pending } = await app.authorizationUrl();
  await app.handleCallback(await ask({ consent: url }), pending);
  return app;
}

const sharing = (tokens) =>
  createTillgate({ ...options, credentials: oauth({ ...secrets, authUrl: webUrl, redirectUri, tokens }) });

/** A request without the client. */
async function send(method, path, init = {}) {
  send.token ??= await mint();
  const headers = { Authorization: `Bearer ${send.token}`, 'Content-Type': 'application/json' };
  return counted(apiUrl + path, { method, headers, ...init });
}

async function mint() {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    merchant_id: String(merchantId),
  });
  return (await (await counted(`${apiUrl}/token`, { method: 'POST', body })).json()).access_token;
}

async function times(count, work) {
  for (let index = 0; index < count; index += 1) await work(index);
}

const newName = () => `Shelf ${crypto.randomUUID()}`;

/** Repeats until it works, a minute later each time. */
async function untilDone(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await pass(MINUTE);
    }
  }
}

async function orderTen() {
  const [store] = (await stock.stores.list()).data;
  const [supplier] = (await stock.suppliers.list()).data;
  const [item] = (await stock.items.list({ type: 0, limit: 1 })).data;
  const lines = [{ itemId: item.id, quantity: quantity('1'), unitCost: money('1') }];
  const orderDate = new Date(time).toISOString().slice(0, 10);
  await times(10, () =>
    stock.purchaseOrders.create({ storeId: store.id, supplierId: supplier.id, orderDate, lines }, { receive: false }),
  );
}

const PARTS = {
  async 'refreshes-in-parallel'() {
    const tokens = memoryTokenStore();
    const app = await connected(tokens);
    await pass(16 * MINUTE);
    const workers = Array.from({ length: 10 }, () => (careless ? sharing(tokens) : app));
    await Promise.all(workers.map((worker) => worker.merchant(merchantId).stores.list()));
  },

  async 'refresh-token-reused'() {
    const tokens = memoryTokenStore();
    const app = await connected(tokens);
    const backup = await tokens.get(merchantId);
    await pass(16 * MINUTE);
    await app.merchant(merchantId).stores.list();
    await pass(31 * SECOND);
    if (careless) await tokens.set(merchantId, backup);
    // As after a restart.
    await sharing(tokens)
      .merchant(merchantId)
      .stores.list()
      .catch(() => {});
  },

  'token-for-each-call': () =>
    times(22, (index) => (careless ? open().merchant(merchantId) : stock).brands.list({ limit: index + 1 })),

  async 'retry-in-window'() {
    await pass(31 * SECOND);
    if (careless) await times(9, () => send('GET', '/brands'));
    else await times(3, () => stock.brands.list());
  },

  async 'retry-without-backoff'() {
    await pass(31 * SECOND);
    if (careless) await times(9, () => send('GET', '/brands'));
    else await untilDone(() => stock.brands.list());
  },

  async 'write-without-key'() {
    await pass(31 * SECOND);
    const name = newName();
    const keyed = { idempotencyKey: crypto.randomUUID(), retries: 0 };
    const write = (timeout) =>
      careless
        ? send('POST', '/brands', { body: JSON.stringify({ name }), signal: AbortSignal.timeout(timeout) })
        : stock.brands.create({ name }, { ...keyed, timeout });
    await write(SECOND).catch(() => {});
    await pass(MINUTE);
    await write(MINUTE);
  },

  async 'page-walk'() {
    await times(6, () => stock.brands.create({ name: newName() }));
    const query = { limit: 2, sort: 'name' };
    if (careless) {
      for (let page = 1; page <= 5; page += 1) {
        await stock.brands.list({ ...query, page });
        if (page === 2) await stock.brands.create({ name: newName() });
      }
      return;
    }
    let read = 0;
    for await (const brand of stock.brands.iterate(query)) {
      read += brand ? 1 : 0;
      if (read === 4) await stock.brands.create({ name: newName() });
    }
  },

  async 'polled-list'() {
    const { data, response } = await stock.brands.list({ limit: 100 }).withResponse();
    let after = data.changesAfter;
    await times(12, async () => {
      await pass(30 * SECOND);
      if (!careless) after = (await stock.changes.list({ after })).nextCursor;
      else
        await stock.request('GET', '/brands', { query: { limit: 100 }, headers: { 'If-None-Match': response.etag } });
    });
  },

  async 'unconditional-poll'() {
    const { id } = await stock.brands.create({ name: newName() });
    const { response } = await stock.brands.get(id).withResponse();
    const headers = careless ? {} : { 'If-None-Match': response.etag };
    await times(12, async () => {
      await pass(30 * SECOND);
      await stock.request('GET', `/brands/${id}`, { headers });
    });
  },

  async 'unused-lines'() {
    await orderTen();
    const { data } = await stock.purchaseOrders.list({ limit: 10, ...(!careless && { includeLines: false }) });
    for (const { id } of data) await stock.purchaseOrders.get(id);
  },

  async 'state-not-checked'() {
    const app = sharing(memoryTokenStore());
    const { pending } = await app.authorizationUrl();
    const code = new URL(forged).searchParams.get('code');
    await (careless ? app.exchange(code) : app.handleCallback(forged, pending)).catch(() => {});
  },

  async 'base-url-ignored'() {
    await pass(31 * SECOND);
    if (careless) await send('GET', '/brands');
    else await stock.brands.list();
  },

  async 'other-merchants-token'() {
    const period = { from: '2026-03-01', to: '2026-03-02' };
    if (careless) await send('GET', `/reports/daily-sales?${new URLSearchParams({ ...period, companyId: otherId })}`);
    else await open().merchant(otherId).reports.dailySales(period);
  },

  async 'wrong-time-zone'() {
    // The day has begun in UTC but not in New York.
    const day = 24 * 60 * MINUTE;
    await pass(day - ((time - 2 * 60 * MINUTE) % day));
    const shop = open().merchant(farId);
    const [store] = (await shop.stores.list()).data;
    const timeZone = careless ? 'UTC' : store.timezone;
    const to = new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
    await times(3, (index) => shop.reports.dailySales({ from: `2026-02-0${index + 1}`, to }));
  },
};

await PARTS[part]();
process.send({ requests });
process.disconnect();
