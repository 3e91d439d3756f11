import { schemaOf } from '@tillgate/openapi/requests';
import { hasParameter, type Operation, propertiesOf, RESOURCE_OPERATIONS } from '../contract/bundle.ts';
import type { Caller, Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { bodyFor, createWith, creatorOf, knownOf, urlOf } from '../run/known.ts';

/** What holds for each write and each single read: versions, conditions, keys, uniqueness, references. */

const example = subject('examples', 'write');

const creates = RESOURCE_OPERATIONS.filter(({ method, statuses }) => method === 'POST' && statuses.includes(201));

const listOf = (create: Operation): string => create.path.replace(/\/create-with-items$/, '');

const readerOf = (create: Operation): Operation | undefined =>
  RESOURCE_OPERATIONS.find(
    ({ method, path }) =>
      method === 'GET' && (path === `${listOf(create)}/{id}` || path === `${listOf(create)}/{id}/full`),
  );

const updaterOf = (create: Operation): Operation | undefined =>
  RESOURCE_OPERATIONS.find(
    ({ method, path }) =>
      method === 'PATCH' && (path === `${listOf(create)}/{id}` || path === `${listOf(create)}/{id}/update-with-items`),
  );

/** A property that any record of the kind lets itself be changed by. */
function harmlessChange(t: CaseContext, { body }: Operation): Record<string, unknown> {
  const names = propertiesOf(body ?? {}).map(([name]) => name);
  const name = ['description', 'narration', 'name', 'color'].find((one) => names.includes(one)) ?? 'name';
  return { [name]: name === 'color' ? '#112233' : t.name('changed') };
}

interface Subject {
  readonly caller: Caller;
  readonly record: Rec;
  readonly url: string;
  readonly update: (body: unknown, headers?: Record<string, string>) => ReturnType<Caller['patch']>;
}

async function newSubject(t: CaseContext, create: Operation): Promise<Subject> {
  const caller = t.as();
  const known = await knownOf(t, caller);
  const record = await createWith(t, caller, create, known);
  const reader = readerOf(create);
  const updater = updaterOf(create);
  if (!reader || !updater) throw new Error(`${create.path} has no read or no update.`);
  const url = urlOf(reader, record.id, known);
  const update = (body: unknown, headers = {}) => caller.patch(urlOf(updater, record.id, known), body, headers);
  return { caller, record, url, update };
}

const createdCase = (create: Operation): Case =>
  example(
    `${create.id}.created`,
    ['records.created', 'records.version', 'http.location', `op.${create.id}.call`],
    `POST ${create.path}: version 1, a Location that leads to it, and it is read as it was answered`,
    async (t) => {
      const caller = t.as();
      const known = await knownOf(t, caller);
      const answer = t.require(await caller.post(urlOf(create, undefined, known), bodyFor(t, create, known)), 201);
      const record = answer.body as Rec;
      t.equal(record.version, 1, 'version', answer);
      t.equal(record.entryDate, record.updatedAt, 'updatedAt of a new record', answer);
      const { location = '', etag } = answer.headers;
      t.check(
        location.startsWith(t.session.target.baseUrl) && location.includes(String(record.id)),
        `Location is ${location}`,
        answer,
      );
      t.check(/^"1(-[\w-]+)?"$/.test(etag ?? ''), `ETag is ${etag}`, answer);
      const reader = readerOf(create);
      if (!reader) return;
      const read = await caller.read(urlOf(reader, record.id, known));
      for (const [name, value] of Object.entries(record)) t.equal(read[name], value, `${name}, read again`);
    },
  );

const versionCase = (create: Operation): Case =>
  example(
    `${updaterOf(create)?.id}.version`,
    [
      'records.version',
      'records.merge',
      'http.if_match',
      `op.${updaterOf(create)?.id}.status.412`,
      `op.${updaterOf(create)?.id}.param.If-Match`,
    ],
    `PATCH ${updaterOf(create)?.path}: one version further; If-Match of another version is 412 and writes nothing`,
    async (t) => {
      const { caller, record, url, update } = await newSubject(t, create);
      const change = harmlessChange(t, updaterOf(create) as Operation);
      const changed = t.require(await update(change, { 'If-Match': '"1"' }), 200).body as Rec;
      t.equal(changed.version, 2, 'version');
      for (const [name, value] of Object.entries(record)) {
        if (Object.hasOwn(change, name) || ['version', 'updatedAt'].includes(name)) continue;
        t.equal(changed[name], value, `${name}, which the change does not name`);
      }
      t.answered(
        await update(harmlessChange(t, updaterOf(create) as Operation), { 'If-Match': '"1"' }),
        412,
        'partner.version_mismatch',
      );
      const now = await caller.read(url);
      t.equal(now.version, 2, 'version after a refused change');
      for (const [name, value] of Object.entries(change)) t.equal(now[name], value, `${name} after a refused change`);
      t.answered(await update(harmlessChange(t, updaterOf(create) as Operation), { 'If-Match': '*' }), 200);
    },
  );

const etagCase = (create: Operation): Case =>
  example(
    `${readerOf(create)?.id}.etag`,
    ['http.if_none_match', `op.${readerOf(create)?.id}.status.304`, `op.${readerOf(create)?.id}.param.If-None-Match`],
    `GET ${readerOf(create)?.path}: 304 while nothing has changed, 200 once it has`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const { etag = '' } = t.require(await caller.get(url), 200).headers;
      t.check(/^"[^"]+"$/.test(etag), `ETag is ${etag}`);
      const unchanged = await caller.get(url, { 'If-None-Match': etag });
      t.answered(unchanged, 304);
      t.equal(unchanged.text, '', 'the body of a 304', unchanged);
      t.answered(await caller.get(url, { 'If-None-Match': '"other"' }), 200);
      t.require(await update(harmlessChange(t, updaterOf(create) as Operation)), 200);
      t.answered(await caller.get(url, { 'If-None-Match': etag }), 200);
    },
  );

const keyCase = (one: Operation, create: Operation): Case =>
  example(
    `${one.id}.idempotency`,
    [
      'http.idempotency_replay',
      'http.idempotency_mismatch',
      `op.${one.id}.status.422`,
      `op.${one.id}.param.Idempotency-Key`,
    ],
    `${one.method} ${one.path}: a key replays the first outcome and refuses another request`,
    async (t) => {
      const { caller, url, record } = await newSubject(t, create);
      const known = await knownOf(t, caller);
      const path = urlOf(one, one.method === 'PATCH' ? record.id : undefined, known);
      const body = one.method === 'POST' ? bodyFor(t, one, known) : harmlessChange(t, one);
      const key = { 'Idempotency-Key': t.name('key') };
      const first = t.require(
        await caller.send(one.method, path, { body, headers: key }),
        one.method === 'POST' ? 201 : 200,
      );
      t.equal(first.headers['idempotent-replayed'], undefined, 'Idempotent-Replayed of the first', first);
      const again = await caller.send(one.method, path, { body, headers: key });
      t.equal([again.status, again.text], [first.status, first.text], 'the replay', again);
      t.equal(again.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed', again);
      const other = one.method === 'POST' ? { ...body, externalId: t.name('other') } : harmlessChange(t, one);
      t.answered(
        await caller.send(one.method, path, { body: other, headers: key }),
        422,
        'partner.idempotency_mismatch',
      );
      if (one.method === 'PATCH') t.equal((await caller.read(url)).version, 2, 'version after a replay');
    },
  );

const badKeyCase = (one: Operation): Case =>
  example(
    `${one.id}.idempotency-key`,
    ['http.idempotency_key_shape', `op.${one.id}.param.Idempotency-Key`],
    `${one.method} ${one.path}: a key longer than 255 characters is refused`,
    async (t) => {
      const caller = t.as();
      const url = urlOf(one, 1, await knownOf(t, caller));
      const headers = { 'Idempotency-Key': 'k'.repeat(256) };
      t.answered(await caller.send(one.method, url, { body: {}, headers }), 400, 'partner.validation_failed');
    },
  );

/** Two at once under one key: one outcome, whichever of them is told to wait. */
const concurrentKeyCase = (create: Operation): Case =>
  example(
    `${create.id}.idempotency-concurrent`,
    ['http.idempotency_once', `op.${create.id}.status.409`],
    `POST ${create.path}: four at once under one key write one record`,
    async (t) => {
      const caller = t.as();
      const known = await knownOf(t, caller);
      const body = bodyFor(t, create, known);
      await caller.token();
      const headers = { 'Idempotency-Key': t.name('key') };
      const send = () => caller.send('POST', urlOf(create, undefined, known), { body, headers, concurrent: true });
      const answers = await Promise.all([send(), send(), send(), send()]);
      const ids = answers.filter(({ status }) => status === 201).map((answer) => (answer.body as Rec).id);
      t.equal(new Set(ids).size, 1, 'records that four requests under one key wrote');
      for (const answer of answers)
        if (answer.status !== 201) t.answered(answer, 409, 'partner.idempotency_in_progress');
    },
  );

const uniqueCase = (create: Operation): Case =>
  example(
    `${create.id}.external-id`,
    ['records.external_id', `op.${create.id}.status.409`, `op.${updaterOf(create)?.id}.status.409`],
    `POST ${create.path}: an externalId is taken once per app, and free to another app and merchant`,
    async (t) => {
      const [caller, otherApp, otherMerchant] = [t.as(), t.as('other', 'main'), t.as('main', 'other')];
      const known = await knownOf(t, caller);
      const externalId = t.name('external');
      const send = (who: Caller, mine: typeof known) =>
        who.post(urlOf(create, undefined, mine), { ...bodyFor(t, create, mine), externalId });
      t.require(await send(caller, known), 201);
      const taken = await send(caller, known);
      t.answered(taken, 409, 'partner.duplicate');
      t.equal(
        (taken.body as { details?: { path: string }[] }).details?.[0]?.path,
        '/externalId',
        'the field that is named',
        taken,
      );
      t.answered(await send(otherApp, known), 201);
      t.answered(await send(otherMerchant, await knownOf(t, otherMerchant)), 201);
      const second = await createWith(t, caller, create, known);
      const updater = updaterOf(create);
      if (updater)
        t.answered(await caller.patch(urlOf(updater, second.id, known), { externalId }), 409, 'partner.duplicate');
    },
  );

/** Properties of a body that name a record of another kind. */
const REFERENCES: Readonly<Record<string, string>> = {
  brandId: '/brands',
  groupId: '/categories',
  parentId: '/categories',
  taxId: '/taxes',
  supplierId: '/suppliers',
  storeId: '/stores',
  fromStoreId: '/stores',
  toStoreId: '/stores',
};

const referenceCase = (create: Operation, name: string): Case =>
  example(
    `${create.id}.reference.${name}`,
    ['tenancy.references', `op.${create.id}.status.422`, `op.${create.id}.body.${name}`],
    `POST ${create.path}: ${name} of another merchant is unknown, as one that does not exist`,
    async (t) => {
      const [caller, stranger] = [t.as(), t.as('main', 'other')];
      const known = await knownOf(t, caller);
      const [foreign] = (await knownOf(t, stranger))[REFERENCES[name] ?? ''] ?? [];
      const url = urlOf(create, undefined, known);
      for (const id of [foreign, 9_007_199_254_740_991]) {
        const answer = await caller.post(url, { ...bodyFor(t, create, known), [name]: id });
        t.answered(answer, 422, 'partner.reference_not_found');
        t.equal(
          (answer.body as { details?: { path: string }[] }).details?.[0]?.path,
          `/${name}`,
          'the field that is named',
          answer,
        );
      }
    },
  );

/** A refused write leaves nothing behind. */
const nothingWrittenCase = (create: Operation): Case =>
  example(
    `${create.id}.nothing-written`,
    ['http.nothing_written'],
    `POST ${create.path}: a refused request writes nothing`,
    async (t) => {
      const caller = t.as();
      const known = await knownOf(t, caller);
      const list = `${listOf(create)}?limit=1`;
      const before = (await caller.page(list)).pagination.total;
      const url = urlOf(create, undefined, known);
      t.answered(await caller.post(url, { ...bodyFor(t, create, known), status: 'x', nosuch: 1 }), 400);
      t.equal((await caller.page(list)).pagination.total, before, 'records after a refusal');
      await createWith(t, caller, create, known);
      t.equal((await caller.page(list)).pagination.total, before + 1, 'records after one was created');
    },
  );

/** A dry run answers as the write would, and writes nothing. */
const dryRunCase = (create: Operation): Case =>
  example(
    `${create.id}.dry-run`,
    ['dry_run', `op.${create.id}.param.dryRun`],
    `POST ${create.path}?dryRun=true: checked and answered, not written`,
    async (t) => {
      const caller = t.as();
      const known = await knownOf(t, caller);
      const list = `${listOf(create)}?limit=1`;
      const before = (await caller.page(list)).pagination.total;
      const url = urlOf(create, undefined, known);
      const dry = `${url}${url.includes('?') ? '&' : '?'}dryRun=true`;
      const answer = await caller.post(dry, bodyFor(t, create, known));
      t.check(answer.status === 200 || answer.status === 201, `it is ${answer.status}`, answer);
      t.equal((await caller.page(list)).pagination.total, before, 'records after a dry run');
      t.answered(await caller.post(dry, {}), 400, 'partner.validation_failed');
    },
  );

const has = ({ body }: Operation, name: string): boolean => Object.hasOwn(schemaOf(body ?? {}).properties ?? {}, name);

const conditional = creates.filter((create) => readerOf(create) && updaterOf(create));

export const EVERY_WRITE_CASES: readonly Case[] = [
  ...creates.map(createdCase),
  ...conditional.map(versionCase),
  ...conditional.filter((create) => hasParameter(readerOf(create) as Operation, 'If-None-Match')).map(etagCase),
  ...conditional.flatMap((create) => [keyCase(create, create), keyCase(updaterOf(create) as Operation, create)]),
  ...RESOURCE_OPERATIONS.filter((one) => hasParameter(one, 'Idempotency-Key')).map(badKeyCase),
  ...creates.map(concurrentKeyCase),
  ...creates.filter((create) => has(create, 'externalId')).map(uniqueCase),
  ...creates.flatMap((create) =>
    Object.keys(REFERENCES)
      .filter((name) => has(create, name))
      .map((name) => referenceCase(create, name)),
  ),
  ...creates.filter((create) => creatorOf(listOf(create))).map(nothingWrittenCase),
  ...creates.filter((create) => hasParameter(create, 'dryRun')).map(dryRunCase),
];
