import { hasParameter, type Operation } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { bodyFor, createWith, creatorOf, referencesOf, urlOf } from '../../engine/references.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import { CREATES, harmlessChange, hasProperty, listOf, newSubject, readerOf, updaterOf } from '../fixtures/records.ts';
import { SENT_BACK_CASES } from './sent-back.ts';

/** Rules of every write and every single read: versions, conditions, times, and rejected writes. */

const example = subject('examples', 'write');

const createdCase = (create: Operation): Case =>
  example(
    `${create.id}.created`,
    ['records.created', 'records.version', 'http.location', `op.${create.id}.call`, `op.${readerOf(create).id}.call`],
    `POST ${create.path}: version 1, a Location of the record, and a read that equals the response`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const answer = t.requireStatus(
        await caller.post(urlOf(create, undefined, references), bodyFor(t, create, references)),
        201,
      );
      const record = answer.body as Rec;
      t.equal(record.version, 1, 'version', answer);
      t.equal(record.entryDate, record.updatedAt, 'updatedAt of a new record', answer);
      const { location = '', etag } = answer.headers;
      const reader = readerOf(create);
      t.equal(
        location.split('?')[0],
        t.session.target.baseUrl + reader.path.replace('{id}', String(record.id)),
        'Location',
        answer,
      );
      const followed = await caller.get(location.slice(t.session.target.baseUrl.length));
      t.equal([followed.status, (followed.body as Rec).id], [200, record.id], 'the record at Location', followed);
      t.check(/^"1(-[\w-]+)?"$/.test(etag ?? ''), `ETag is ${etag}`, answer);
      const read = await caller.read(urlOf(reader, record.id, references));
      for (const [name, value] of Object.entries(record)) t.equal(read[name], value, `${name}, read again`);
    },
  );

const versionCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.version`,
    [
      'records.version',
      'records.merge',
      'http.if_match',
      `op.${updater.id}.call`,
      `op.${updater.id}.status.412`,
      `op.${updater.id}.param.If-Match`,
    ],
    `PATCH ${updater.path}: the version increases by one; If-Match of another version is 412 and writes nothing`,
    async (t) => {
      const { caller, record, url, update } = await newSubject(t, create);
      const change = harmlessChange(t, updater);
      const changed = t.requireRecord(await update(change, { 'If-Match': '"1"' }));
      t.equal(changed.version, 2, 'version');
      for (const [name, value] of Object.entries(record)) {
        if (Object.hasOwn(change, name) || ['version', 'updatedAt'].includes(name)) continue;
        t.equal(changed[name], value, `${name}, which the change does not name`);
      }
      for (const stale of ['"1"', '"3"', '"none"'])
        t.expectStatus(
          await update(harmlessChange(t, updater), { 'If-Match': stale }),
          412,
          'partner.version_mismatch',
        );
      const now = await caller.read(url);
      t.equal(now.version, 2, 'version after a rejected change');
      for (const [name, value] of Object.entries(change)) t.equal(now[name], value, `${name} after a rejected change`);
      t.expectStatus(await update(harmlessChange(t, updater), { 'If-Match': '*' }), 200);
    },
  );
};

/** The ETag of a read, create or change is valid for exactly one change. */
const conditionCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.if-match`,
    ['http.if_match', 'http.etag', `op.${updater.id}.param.If-Match`, `op.${updater.id}.status.412`],
    `PATCH ${updater.path}: the ETag of a read, and of a change, is valid for the next change, once`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const change = (etag: string | undefined) => update(harmlessChange(t, updater), { 'If-Match': etag ?? '' });
      const { etag: read = '' } = t.requireStatus(await caller.get(url), 200).headers;
      const { etag: changed = '' } = t.requireStatus(await change(read), 200).headers;
      t.check(changed !== read, 'the ETag is the same after a change');
      t.expectStatus(await change(read), 412, 'partner.version_mismatch');
      t.expectStatus(await change(changed), 200);
    },
  );
};

const etagCase = (create: Operation): Case => {
  const reader = readerOf(create);
  return example(
    `${reader.id}.etag`,
    ['http.if_none_match', 'http.etag', `op.${reader.id}.status.304`, `op.${reader.id}.param.If-None-Match`],
    `GET ${reader.path}: 304 until something changes, then 200`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const { etag = '' } = t.requireStatus(await caller.get(url), 200).headers;
      t.check(/^"[^"]+"$/.test(etag), `ETag is ${etag}`);
      for (const references of [etag, `"other", ${etag}`, `${etag},"other"`, `W/${etag}`, '*']) {
        const unchanged = await caller.get(url, { 'If-None-Match': references });
        t.expectStatus(unchanged, 304);
        t.equal([unchanged.text, unchanged.headers.etag], ['', etag], 'body and ETag of a 304', unchanged);
      }
      for (const other of ['"other"', '"other", "another"'])
        t.expectStatus(await caller.get(url, { 'If-None-Match': other }), 200);
      t.requireStatus(await update(harmlessChange(t, updaterOf(create))), 200);
      t.expectStatus(await caller.get(url, { 'If-None-Match': etag }), 200);
    },
  );
};

/** Takes several writes, so that at least one is later than the first. */
const timesCase = (create: Operation): Case =>
  example(
    `${updaterOf(create).id}.times`,
    ['records.times', `op.${updaterOf(create).id}.call`],
    `PATCH ${updaterOf(create).path}: updatedAt changes with each write, entryDate never`,
    async (t) => {
      const { record, update } = await newSubject(t, create);
      const seen: string[] = [String(record.updatedAt)];
      for (let n = 0; n < 10 && seen.at(-1) === record.updatedAt; n += 1) {
        const changed = t.requireRecord(await update(harmlessChange(t, updaterOf(create))));
        t.equal(changed.entryDate, record.entryDate, 'entryDate');
        seen.push(String(changed.updatedAt));
      }
      t.equal(seen, seen.toSorted(), 'updatedAt of consecutive writes');
      t.check(seen.at(-1) !== record.updatedAt, 'updatedAt does not change');
    },
  );

/** Changed read-only properties are rejected. */
const readOnlyCase = (create: Operation): Case =>
  example(
    `${create.id}.read-only`,
    ['records.read_only', `op.${create.id}.status.400`, 'http.unknown_properties'],
    `POST ${create.path}: read-only properties are rejected by name`,
    async (t) => {
      const { caller, references, record } = await newSubject(t, create);
      const target = urlOf(create, undefined, references);
      for (const [name, value] of Object.entries(record)) {
        if (hasProperty(create, name)) continue;
        const body = { ...bodyFor(t, create, references), [name]: value };
        expectRejectedAt(t, await caller.post(target, body), 400, 'partner.validation_failed', `/${name}`);
      }
    },
  );

const emptyCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.empty`,
    ['records.empty_change', `op.${updater.id}.status.400`],
    `PATCH ${updater.path}: an empty change is rejected`,
    async (t) => {
      const { caller, url, update } = await newSubject(t, create);
      const answer = await update({});
      t.expectStatus(answer, 400, 'partner.validation_failed');
      t.check(detailsOf(answer).length > 0, 'the error has no details', answer);
      t.equal((await caller.read(url)).version, 1, 'version');
    },
  );
};

/** A rejected write stores nothing. */
const nothingWrittenCase = (create: Operation): Case =>
  example(
    `${create.id}.nothing-written`,
    ['http.nothing_written', `op.${create.id}.status.400`],
    `POST ${create.path}: a rejected request writes nothing`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const list = `${listOf(create)}?limit=1`;
      const before = await caller.total(list);
      const url = urlOf(create, undefined, references);
      t.expectStatus(await caller.post(url, { ...bodyFor(t, create, references), status: 'x', nosuch: 1 }), 400);
      t.equal(await caller.total(list), before, 'records after a rejected create');
      await createWith(t, caller, create, references);
      t.equal(await caller.total(list), before + 1, 'records after a create');
    },
  );

/** The unique property of each resource besides externalId, if there is one. */
const UNIQUE: Readonly<Record<string, string>> = {
  createBrand: 'name',
  createCategory: 'name',
  createItem: 'itemCode',
  createPurchaseOrder: 'orderNo',
  createStockTransfer: 'transferNo',
};

/** A write that duplicates a stored value is rejected as a whole. */
const duplicateCase = (create: Operation): Case =>
  example(
    `${create.id}.duplicate`,
    ['http.nothing_written', `op.${create.id}.status.409`],
    `POST ${create.path}: a rejected duplicate writes nothing`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const taken = { [UNIQUE[create.id] ?? 'externalId']: t.name() };
      await createWith(t, caller, create, references, taken);
      const list = `${listOf(create)}?limit=1`;
      const before = await caller.total(list);
      const answer = await caller.post(urlOf(create, undefined, references), {
        ...bodyFor(t, create, references),
        ...taken,
      });
      t.expectStatus(answer, 409, 'partner.duplicate');
      t.equal(await caller.total(list), before, 'records after a rejected duplicate');
    },
  );

/** A change that duplicates a stored value leaves both records unchanged. */
const takenByChangeCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.duplicate`,
    ['records.unique_when_changed', 'http.nothing_written', `op.${updater.id}.status.409`],
    `PATCH ${updater.path}: another record's unique value is rejected, and the record's own is accepted`,
    async (t) => {
      for (const name of new Set([UNIQUE[create.id] ?? 'externalId', 'externalId'])) {
        if (!hasProperty(updater, name)) continue;
        const taken = { [name]: t.name() };
        const [first, second] = [await newSubject(t, create, taken), await newSubject(t, create)];
        const readBoth = async () => [await first.caller.read(first.url), await second.caller.read(second.url)];
        const before = await readBoth();
        t.expectStatus(await second.update(taken), 409, 'partner.duplicate');
        t.equal(await readBoth(), before, `both records after ${name} was rejected`);
        t.expectStatus(await first.update(taken), 200);
      }
    },
  );
};

export const EVERY_WRITE_CASES: readonly Case[] = [
  ...CREATES.map(createdCase),
  ...CREATES.map(versionCase),
  ...CREATES.map(conditionCase),
  ...CREATES.filter((create) => hasParameter(readerOf(create), 'If-None-Match')).map(etagCase),
  ...CREATES.map(timesCase),
  ...CREATES.map(readOnlyCase),
  ...SENT_BACK_CASES,
  ...CREATES.map(emptyCase),
  ...CREATES.filter((create) => creatorOf(listOf(create))).map(nothingWrittenCase),
  ...CREATES.map(duplicateCase),
  ...CREATES.map(takenByChangeCase),
];
