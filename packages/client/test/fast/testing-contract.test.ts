import { createSchemaCheck as createReference } from '@tillgate/openapi/contract-schemas';
import bundle from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { beyondBounds, resolve, type Schema, schemaOf, wrongTypes } from '@tillgate/openapi/requests';
import { createResponseChecker, type OpenApiDocument } from '@tillgate/openapi/response-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/generated/contract.gen.ts';
import { createSchemaCheck } from '../../src/generated/specification/shape.ts';
import { createTillgate, sandbox } from '../../src/index.ts';
import { createTestApi } from '../../src/testing/index.ts';
import { manualClock } from '../support/scene.ts';
import { type Service, sharedService } from '../support/service.ts';

/** The contract, in which parts of a body that are checked one by one, after the body, are objects of any kind. */
const document: OpenApiDocument = JSON.parse(JSON.stringify(bundle), (_, part) =>
  part?.['x-tillgate-checked-apart'] ? { type: 'object' } : part,
);

interface Content {
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

const paths = bundle.paths as unknown as Record<string, Record<string, { readonly requestBody?: object }>>;

const bodies = contract.operations.flatMap(({ id, method, path, body }) => {
  if (!body) return [];
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
  const requestBody = paths[path]?.[method.toLowerCase()]?.requestBody;
  const { content } = resolve<{ content?: Record<string, Content> }>(requestBody ?? {});
  const examples = Object.values(content?.['application/json']?.examples ?? {}).map((one) => resolve(one).value);
  return [{ id, body: body as Schema, pointer, examples }];
});

describe("The double's check of a body agrees with Ajv", () => {
  const check = createSchemaCheck(contract.schemas);
  const reference = createReference(document);

  test.each(bodies)('$id', ({ body, pointer, examples }) => {
    expect(examples).not.toEqual([]);
    const agree = (value: unknown) => {
      const [own, ajv] = [check(body, value, ''), reference(pointer, value)];
      expect(own.length > 0, JSON.stringify([value, own, ajv])).toBe(ajv.length > 0);
    };
    for (const value of [null, [], 'x', 1, {}]) agree(value);
    examples.forEach(agree);
    for (const [name, property] of Object.entries(schemaOf(body).properties ?? {})) {
      const wrong = [...wrongTypes(property), ...beyondBounds(property)];
      for (const { value } of wrong) agree({ ...examples[0], [name]: value });
    }
    agree({ ...examples[0], unknown: 1 });
  });
});

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

const create = (path: string, body: object, headers = {}): Step => ({ method: 'POST', path, body, headers });
const change = (path: string, body: object, headers = {}): Step => ({ method: 'PATCH', path, body, headers });
const read = (path: string, headers = {}): Step => ({ method: 'GET', path, headers });

/** `{0}` stands for the id of the record created by the first step, and so on. */
const STEPS: readonly Step[] = [
  create('/brands', { name: 'Acmé', externalId: 'b-1' }, { 'Idempotency-Key': 'k-1' }),
  create('/brands', { name: 'Acmé', externalId: 'b-1' }, { 'Idempotency-Key': 'k-1' }),
  create('/brands', { name: 'Other' }, { 'Idempotency-Key': 'k-1' }),
  create('/brands', { name: 'ACME' }),
  create('/brands', { name: 'Second', externalId: 'b-1' }),
  create('/brands', {}),
  create('/brands', { name: '', colour: 'red', status: 3 }),
  create('/brands', { name: 4.5 }),
  create('/brands?dryRun=true', { name: 'Dry' }),
  create('/brands?dryRun=maybe', { name: 'Dry' }),
  read('/brands/{0}'),
  read('/brands/{0}', { 'If-None-Match': '"1"' }),
  read('/brands/1'),
  read('/brands/x'),
  read('/brands?status=1&limit=0'),
  read('/brands?page=1&cursor=a.b'),
  read('/brands?brand=1'),
  read('/brands?limit=1&limit=2'),
  read('/brands?search=ACME&sort=name&order=asc'),
  change('/brands/{0}', { description: 'Tools' }, { 'If-Match': '"1"' }),
  change('/brands/{0}', { description: null }, { 'If-Match': '"1"' }),
  change('/brands/{0}', { id: 1 }),
  change('/brands/{0}', { version: 2, name: 'Acme' }),
  change('/brands/{0}', {}),
  create('/categories', { name: 'Bakery of tests' }),
  create('/categories', { name: 'Bread', parentId: '{24}', color: '#112233' }),
  create('/categories', { name: 'bread', parentId: '{24}' }),
  create('/categories', { name: 'Bread', parentId: 1 }),
  create('/items', { name: 'Bun', price: '3.2', groupId: '{25}', brandId: '{0}', lowStockLevel: '2.500' }),
  create('/items', { name: 'Bun', price: '3.2', brandId: 1 }),
  create('/items', { name: 'Bun', price: 3.2 }),
  create('/items', { name: 'Bun', type: 1 }),
  create('/items', {
    name: 'Shirt',
    type: 1,
    itemCode: 'SHIRT-T',
    variants: [{ name: 'S', cost: '1.5250' }, { name: 'M' }],
  }),
  create('/items', { name: 'Shirt', itemCode: 'SHIRT-T' }),
  create('/items', { name: 'Set', type: 2, price: '9', components: [{ itemId: '{28}', quantity: '2.0' }] }),
  change('/items/{28}', { price: '3.4', type: 0 }),
  change('/items/{28}', { type: 1 }),
  read('/items?groupId={25}'),
  read('/items?search=shirt%20t&type=1'),
  create('/brands', { name: '\u00A0Padded ', externalId: 'b-2 ' }),
  create('/brands', { name: 'Padded' }),
  create('/brands', { name: ' \u200B' }),
  read('/brands?search=%C2%B4'),
  change('/brands/{0}', { name: 'Acme again', entryDate: '2026-13-02T08:15:30+00:00' }),
  read('/suppliers/1'),
  read('/nothing'),
  { method: 'DELETE', path: '/brands/{0}' },
  { method: 'PUT', path: '/items' },
];

interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Runs the steps in order. Each may use ids of earlier ones. */
async function outcomesOf(send: (step: Step) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const idOf = (index: string) => ((outcomes[Number(index)] as Outcome).body as { id: number }).id;
  for (const { path, body, ...step } of STEPS) {
    const text = JSON.stringify(body)?.replaceAll(/"\{(\d+)\}"/g, (_, index) => String(idOf(index)));
    const filled = path.replaceAll(/\{(\d+)\}/g, (_, index) => String(idOf(index)));
    outcomes.push(await send({ ...step, path: filled, ...(text && { body: JSON.parse(text) }) }));
  }
  return outcomes;
}

interface Shown {
  readonly id?: number;
  readonly data?: readonly Shown[];
  readonly details?: readonly { readonly in: string; readonly path: string; readonly rule: string }[];
  readonly code?: string;
}

/** The part of a response that must be equal: without ids, times and messages. */
function comparable({ status, body, headers }: Outcome): unknown {
  const { code, details, data } = (body ?? {}) as Shown;
  const [etag, ...facts] = ['ETag', 'Idempotent-Replayed', 'Tillgate-Dry-Run', 'Allow'].map((name) =>
    headers.get(name),
  );
  // A list's tag covers ids and times, which differ. The server also appends the coding of a compressed response.
  const tag = data ? etag !== null : etag?.replace(/-(br|gzip)"$/, '"');
  if (code)
    return {
      status,
      code,
      allow: facts[2],
      details: details?.map(({ in: place, path, rule }) => `${place} ${path} ${rule}`).sort(),
    };
  return { status, tag, facts, rows: data ? data.map(anonymous) : anonymous(body) };
}

const TOLD_APART = /^(id|\w+Id|itemId|entryDate|updatedAt)$/;

const anonymous = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, one) => {
      if (TOLD_APART.test(key) && typeof one === 'number') return 'an id';
      if (/^(entryDate|updatedAt)$/.test(key)) return 'a time';
      return key === 'itemCode' && /^I\d+$/.test(one) ? 'generated' : one;
    }),
  );

describe('The double and the server', () => {
  let service: Service;
  beforeAll(async () => {
    service = await sharedService(manualClock().now);
  });

  test('return the same responses', async () => {
    const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full) });
    const { response } = await app.merchant(service.merchant.companyId).taxes.list().withResponse();
    expect(response.status).toBe(200);
    const token = await mint(service.apiUrl, service.full, service.merchant.companyId, fetch);
    const api = createTestApi();
    const { baseUrl, fetch: double } = api.options;
    const testToken = await mint(baseUrl, api.client, 1, double);
    const real = await outcomesOf((step) => send(service.apiUrl, step, token, fetch));
    const doubled = await outcomesOf((step) => send(baseUrl, step, testToken, double));
    const told = (outcomes: Outcome[]) =>
      outcomes.map((one, i) => ({ step: `${STEPS[i]?.method} ${STEPS[i]?.path}`, ...(comparable(one) as object) }));
    expect(told(doubled)).toEqual(told(real));
  });
});

type Send = (url: string, init: RequestInit) => Promise<Response>;

async function send(
  baseUrl: string,
  { method, path, body, headers }: Step,
  token: string,
  fetch: Send,
): Promise<Outcome> {
  const init = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
  };
  const response = await fetch(baseUrl + path, { ...init, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function mint(
  baseUrl: string,
  client: { clientId: string; clientSecret: string },
  merchantId: number,
  fetch: Send,
) {
  const body = JSON.stringify({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    merchant_id: merchantId,
  });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${baseUrl}/token`, { method: 'POST', headers, body });
  return (await response.json()).access_token as string;
}

describe('Each response of the double matches the contract', () => {
  const { check } = createResponseChecker(document, { closed: true });

  test('to the steps above', async () => {
    const api = createTestApi();
    const { baseUrl, fetch } = api.options;
    const token = await mint(baseUrl, api.client, 1, fetch);
    await outcomesOf(async (step) => {
      const outcome = await send(baseUrl, step, token, fetch);
      const { status, body, headers } = outcome;
      const requestPath = `/v1${step.path}`;
      expect([
        step,
        check({ method: step.method, status, headers: Object.fromEntries(headers), body, requestPath }),
      ]).toEqual([step, []]);
      return outcome;
    });
  });

  test.each(contract.operations)('to $id', async (operation) => {
    const api = createTestApi();
    const { baseUrl, fetch } = api.options;
    const token = await mint(baseUrl, api.client, 1, fetch);
    const required = operation.parameters.filter(({ in: place, required }) => place === 'query' && required);
    const values: Record<string, string> = { storeId: '100003', from: '2026-03-01', to: '2026-03-02' };
    const query = required.map(({ name }) => `${name}=${values[name] ?? 1}`).join('&');
    const path = operation.path.replace('{id}', '100003');
    const body = bodies.find(({ id }) => id === operation.id)?.examples[0];
    const step = { method: operation.method, path: query ? `${path}?${query}` : path, ...(body && { body }) };
    const { status, headers, body: answered } = await send(baseUrl, step, token, fetch);
    expect([200, 201, 404, 409, 422]).toContain(status);
    expect(
      check({
        method: step.method,
        status,
        headers: Object.fromEntries(headers),
        body: answered,
        requestPath: `/v1${path}`,
      }),
    ).toEqual([]);
  });
});
