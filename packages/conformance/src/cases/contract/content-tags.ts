import { hasParameter, OPERATIONS, type Operation } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { createWith, creatorOf, referencesOf, requestOf } from '../../engine/references.ts';
import type { Answer } from '../../http/send.ts';

/** Conditional reads of content without a version, such as lists. */

const example = subject('examples', 'content');

type Send = (method: string, headers?: Record<string, string>) => Promise<Answer>;

/** Concurrent cases may change the content between two reads. */
const ATTEMPTS = 5;

async function expectUnchanged(t: CaseContext, send: Send, method: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { etag = '' } = t.requireStatus(await send('GET'), 200).headers;
    const again = await send(method, { 'If-None-Match': `"other", W/${etag}` });
    if (again.status === 200 && again.headers.etag !== etag && attempt < ATTEMPTS) continue;
    t.expectStatus(again, 304);
    t.equal([again.text, again.headers.etag], ['', etag], 'body and ETag of a 304', again);
    return;
  }
}

const unchangedCase = (op: Operation): Case =>
  example(
    `${op.id}.etag`,
    ['http.content_etag', ...(op.scope ? [`op.${op.id}.status.304`, `op.${op.id}.param.If-None-Match`] : [])],
    `GET ${op.path}: 304 to GET and HEAD while nothing has changed`,
    async (t) => {
      const caller = t.as();
      const url = op.scope ? (await requestOf(t, caller, op)).url : op.path;
      const send: Send = (method, headers = {}) =>
        op.scope ? caller.send(method, url, { headers }) : t.session.send(method, url, { headers });
      for (const method of ['GET', 'HEAD']) await expectUnchanged(t, send, method);
      t.expectStatus(await send('GET', { 'If-None-Match': '"other"' }), 200);
    },
  );

const changedCase = (op: Operation, create: Operation): Case =>
  example(
    `${op.id}.etag-changes`,
    ['http.content_etag', `op.${op.id}.param.If-None-Match`],
    `GET ${op.path}: 200 with another ETag after a record was added`,
    async (t) => {
      const caller = t.as();
      const { etag = '' } = t.requireStatus(await caller.get(op.path), 200).headers;
      await createWith(t, caller, create, await referencesOf(t, caller));
      const changed = t.requireStatus(await caller.get(op.path, { 'If-None-Match': etag }), 200);
      t.equal(changed.headers.etag === etag, false, 'the same ETag as before', changed);
    },
  );

/** Records have versions; other cases cover them. */
const isRecord = ({ path }: Operation): boolean => /\{id\}(\/full)?$/.test(path);

const READS = OPERATIONS.filter((op) => op.method === 'GET' && hasParameter(op, 'If-None-Match') && !isRecord(op));

export const CONTENT_TAG_CASES: readonly Case[] = [
  ...READS.map(unchangedCase),
  ...READS.flatMap((op) => {
    const create = creatorOf(op.path);
    return create ? [changedCase(op, create)] : [];
  }),
];
