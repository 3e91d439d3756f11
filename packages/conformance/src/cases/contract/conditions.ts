import { hasParameter, type Operation } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';
import { CREATES, harmlessChange, newSubject, readerOf, updaterOf } from '../fixtures/records.ts';

/** Conditions with several ETags, weak ones and malformed ones (RFC 9110 §8.8.3, §13.1). */

const example = subject('examples', 'condition');

/** Conditions, built from the record's ETag, under which a change succeeds. */
const HOLDING: readonly ((etag: string) => string)[] = [
  (etag) => `"other", ${etag}`,
  (etag) => `${etag},"other"`,
  (etag) => `"0", "other",${etag} , "another"`,
  (etag) => `W/"other", ${etag}`,
  (etag) => `W/${etag}, ${etag}`,
];

const FAILING: readonly ((etag: string) => string)[] = [
  () => '"other"',
  () => '"other", "another"',
  (etag) => `W/${etag}`,
  (etag) => `"other", W/${etag}`,
  (etag) => `w/${etag}`,
  () => '"*"',
  (etag) => etag.replace('"', '" '),
  (etag) => etag.replace(/^"/, '"0'),
];

/** Malformed entity tags. Rejecting them as a mismatch or as malformed is both correct. */
const MALFORMED: readonly ((etag: string) => string)[] = [
  (etag) => etag.slice(1, -1),
  (etag) => etag.slice(0, -1),
  (etag) => etag.slice(1),
  (etag) => `'${etag.slice(1, -1)}'`,
  (etag) => `"other", ${etag.slice(1, -1)}`,
];

/** Sends a change with a condition built from the record's current ETag. */
async function conditional(t: CaseContext, create: Operation) {
  const { caller, url, update } = await newSubject(t, create);
  const change = async (condition: (etag: string) => string): Promise<Answer> => {
    const { etag = '' } = t.requireStatus(await caller.get(url), 200).headers;
    return update(harmlessChange(t, updaterOf(create)), { 'If-Match': condition(etag) });
  };
  return { caller, url, change };
}

const matchCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.if-match`,
    ['http.if_match_tags', 'http.if_match', `op.${updater.id}.param.If-Match`, `op.${updater.id}.status.412`],
    `PATCH ${updater.path}: one matching ETag of several is enough; weak and similar ones never match`,
    async (t) => {
      const { caller, url, change } = await conditional(t, create);
      for (const condition of HOLDING) t.expectStatus(await change(condition), 200);
      const { version } = await caller.read(url);
      for (const condition of FAILING) t.expectStatus(await change(condition), 412, 'partner.version_mismatch');
      for (const condition of MALFORMED) {
        const answer = await change(condition);
        t.check([400, 412].includes(answer.status), `a condition without an ETag is ${answer.status}`, answer);
      }
      t.equal((await caller.read(url)).version, version, 'version after rejected changes');
    },
  );
};

const UNCHANGED: readonly ((etag: string) => string)[] = [
  (etag) => `W/${etag}`,
  (etag) => `"other", W/${etag}`,
  (etag) => `W/"other",${etag}`,
  (etag) => `"0" ,${etag}, "another"`,
];

const CHANGED: readonly ((etag: string) => string)[] = [
  () => 'W/"other"',
  () => '"other", W/"another"',
  () => '"*"',
  (etag) => etag.slice(1, -1),
  (etag) => etag.replace(/^"/, '"0'),
  (etag) => `'${etag.slice(1, -1)}'`,
];

const noneMatchCase = (create: Operation): Case => {
  const reader = readerOf(create);
  return example(
    `${reader.id}.if-none-match`,
    ['http.if_none_match_tags', 'http.if_none_match', `op.${reader.id}.param.If-None-Match`],
    `GET ${reader.path}: 304 for one matching ETag of several, weak or not; 200 for similar ones`,
    async (t) => {
      const { caller, url } = await newSubject(t, create);
      const { etag = '' } = t.requireStatus(await caller.get(url), 200).headers;
      for (const condition of UNCHANGED)
        t.expectStatus(await caller.get(url, { 'If-None-Match': condition(etag) }), 304);
      for (const condition of CHANGED) t.expectStatus(await caller.get(url, { 'If-None-Match': condition(etag) }), 200);
    },
  );
};

export const CONDITION_CASES: readonly Case[] = [
  ...CREATES.map(matchCase),
  ...CREATES.filter((create) => hasParameter(readerOf(create), 'If-None-Match')).map(noneMatchCase),
];
