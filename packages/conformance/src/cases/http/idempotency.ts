import { hasParameter, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { bodyFor, referencesOf, urlOf } from '../../engine/references.ts';
import { detailsOf } from '../expect/rejections.ts';
import { bodyOf, lineFor, PURCHASES } from '../fixtures/documents.ts';
import { CREATES, harmlessChange, newSubject, updaterOf } from '../fixtures/records.ts';
import { stockFixture } from '../fixtures/stock.ts';

/** Idempotency-Key: one outcome per request, however often it is sent. */

const example = subject('examples', 'write');

const keyCase = (op: Operation, create: Operation): Case =>
  example(
    `${op.id}.idempotency`,
    [
      'http.idempotency_replay',
      'http.idempotency_mismatch',
      `op.${op.id}.status.422`,
      `op.${op.id}.param.Idempotency-Key`,
    ],
    `${op.method} ${op.path}: a key replays the first outcome and rejects a different request`,
    async (t) => {
      const { caller, references, url, record } = await newSubject(t, create);
      const path = urlOf(op, op.method === 'PATCH' ? record.id : undefined, references);
      const body = op.method === 'POST' ? bodyFor(t, op, references) : harmlessChange(t, op);
      const key = { 'Idempotency-Key': t.name('key') };
      const expected = op.method === 'POST' ? 201 : 200;
      const first = t.requireStatus(await caller.send(op.method, path, { body, headers: key }), expected);
      t.equal(first.headers['idempotent-replayed'], undefined, 'Idempotent-Replayed of the first', first);
      const again = await caller.send(op.method, path, { body, headers: key });
      t.equal([again.status, again.text], [first.status, first.text], 'the replay', again);
      for (const name of ['etag', 'location']) t.equal(again.headers[name], first.headers[name], name, again);
      t.equal(again.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed', again);
      const other = op.method === 'POST' ? { ...body, externalId: t.name('other') } : harmlessChange(t, op);
      const mismatch = await caller.send(op.method, path, { body: other, headers: key });
      t.expectStatus(mismatch, 422, 'partner.idempotency_mismatch');
      if (op.method === 'PATCH') t.equal((await caller.read(url)).version, 2, 'version after a replay');
      const fresh = { 'Idempotency-Key': t.name('key') };
      const next = op.method === 'POST' ? bodyFor(t, op, references) : other;
      t.expectStatus(await caller.send(op.method, path, { body: next, headers: fresh }), expected);
    },
  );

/** The same body and key for another record make a different request. */
const otherRecordCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.idempotency-record`,
    ['http.idempotency_mismatch', `op.${updater.id}.status.422`],
    `PATCH ${updater.path}: a key used for one record is rejected for another`,
    async (t) => {
      const [one, two] = [await newSubject(t, create), await newSubject(t, create)];
      const [change, headers] = [harmlessChange(t, updater), { 'Idempotency-Key': t.name('key') }];
      t.requireStatus(await one.update(change, headers), 200);
      t.expectStatus(await two.update(change, headers), 422, 'partner.idempotency_mismatch');
      t.equal((await two.caller.read(two.url)).version, 1, 'version of the other record');
    },
  );
};

const badKeyCase = (op: Operation): Case =>
  example(
    `${op.id}.idempotency-key`,
    ['http.idempotency_key_shape', `op.${op.id}.param.Idempotency-Key`, `op.${op.id}.status.400`],
    `${op.method} ${op.path}: a key longer than 255 characters, or with unprintable ones, is rejected`,
    async (t) => {
      const caller = t.as();
      const url = urlOf(op, 1, await referencesOf(t, caller));
      for (const key of ['k'.repeat(256), 'a\tb', 'k\u00e9y']) {
        const headers = { 'Idempotency-Key': key };
        const answer = await caller.send(op.method, url, { body: {}, headers });
        t.expectStatus(answer, 400, 'partner.validation_failed');
        const named = detailsOf(answer).some((one) => one.in === 'header' && /^idempotency-key$/i.test(one.path));
        t.check(named, 'details do not name the header', answer);
      }
    },
  );

/** Concurrent requests with one key have one outcome, no matter which has to wait. */
const concurrentKeyCase = (create: Operation): Case =>
  example(
    `${create.id}.idempotency-concurrent`,
    ['http.idempotency_once', `op.${create.id}.status.409`],
    `POST ${create.path}: four concurrent requests under one key write one record`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const body = bodyFor(t, create, references);
      await caller.token();
      const headers = { 'Idempotency-Key': t.name('key') };
      const send = () => caller.send('POST', urlOf(create, undefined, references), { body, headers, concurrent: true });
      const answers = await Promise.all([send(), send(), send(), send()]);
      const ids = answers.filter(({ status }) => status === 201).map((answer) => (answer.body as Rec).id);
      t.equal(new Set(ids).size, 1, 'records that four requests under one key wrote');
      for (const answer of answers)
        if (answer.status !== 201) t.expectStatus(answer, 409, 'partner.idempotency_in_progress');
    },
  );

const SINGLE: readonly Case[] = [
  example(
    'idempotency-scope',
    ['http.idempotency_scope'],
    'a key is scoped to app, merchant and operation: others can use the same one',
    async (t) => {
      const headers = { 'Idempotency-Key': t.name('key') };
      const callers = [t.as(), t.as('other', 'main'), t.as('main', 'other')];
      const ids: number[] = [];
      for (const caller of callers)
        ids.push(t.requireRecord(await caller.post('/brands', { name: t.name() }, headers), 201).id);
      t.expectStatus(await t.as().post('/categories', { name: t.name() }, headers), 201);
      t.expectStatus(await t.as().patch(`/brands/${ids[0]}`, { status: 0 }, headers), 200);
      t.equal(new Set(ids).size, 3, 'brands under one key of different apps and merchants');
    },
  ),
  example(
    'idempotency-refused',
    ['http.idempotency_refused'],
    'after a rejection the same key accepts the same and other requests',
    async (t) => {
      const name = t.name();
      const headers = { 'Idempotency-Key': t.name('key') };
      const { id } = await t.as().create('/brands', { name });
      t.expectStatus(await t.as().post('/brands', { name }, headers), 409, 'partner.duplicate');
      t.expectStatus(await t.as().post('/brands', { name: 1 }, headers), 400, 'partner.validation_failed');
      t.requireStatus(await t.as().patch(`/brands/${id}`, { name: t.name() }), 200);
      const written = await t.as().post('/brands', { name }, headers);
      t.expectStatus(written, 201);
      t.equal(written.headers['idempotent-replayed'], undefined, 'Idempotent-Replayed', written);
      t.expectStatus(await t.as().post('/brands', { name: t.name() }, headers), 422, 'partner.idempotency_mismatch');
    },
  ),
  example(
    'idempotency-query',
    ['http.idempotency_mismatch', 'op.createPurchaseOrder.param.Idempotency-Key'],
    'a key used with receive=false is rejected with receive=true',
    async (t) => {
      const place = await stockFixture(t);
      const body = bodyOf(PURCHASES, place, [lineFor(PURCHASES, place.itemId, '1')]);
      const headers = { 'Idempotency-Key': t.name('key') };
      t.requireStatus(await t.as().post('/purchase-orders?receive=false', body, headers), 201);
      const other = await t.as().post('/purchase-orders?receive=true', body, headers);
      t.expectStatus(other, 422, 'partner.idempotency_mismatch');
    },
  ),
  example(
    'idempotency-longest',
    ['http.idempotency_key_shape'],
    'a key of 255 printable characters is compared to its last',
    async (t) => {
      const key = `${t.name('key')} ~!"`.padEnd(254, 'k');
      const create = (end: string) => t.as().post('/brands', { name: t.name() }, { 'Idempotency-Key': key + end });
      t.expectStatus(await create('a'), 201);
      t.expectStatus(await create('b'), 201);
      t.expectStatus(await create('a'), 422, 'partner.idempotency_mismatch');
    },
  ),
];

export const IDEMPOTENCY_CASES: readonly Case[] = [
  ...CREATES.flatMap((create) => [keyCase(create, create), keyCase(updaterOf(create), create)]),
  ...CREATES.map(otherRecordCase),
  ...RESOURCE_OPERATIONS.filter((op) => hasParameter(op, 'Idempotency-Key')).map(badKeyCase),
  ...CREATES.map(concurrentKeyCase),
  ...SINGLE,
];
