import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';

/** Stores, suppliers and taxes, which are read-only. */

const example = subject('examples', 'references');

const singles = RESOURCE_OPERATIONS.filter(
  ({ method, path }) => method === 'GET' && /^\/(stores|suppliers)\/\{id\}$/.test(path),
);

const unchanged = (one: (typeof singles)[number]): Case =>
  example(
    `${one.id}.etag`,
    ['http.if_none_match', `op.${one.id}.status.304`, `op.${one.id}.param.If-None-Match`],
    `GET ${one.path}: 304 while nothing has changed`,
    async (t) => {
      const [record] = (await t.as().page(`${one.path.replace('/{id}', '')}?limit=1`)).data;
      const url = one.path.replace('{id}', String(record?.id));
      const { etag = '' } = t.requireStatus(await t.as().get(url), 200).headers;
      t.expectStatus(await t.as().get(url, { 'If-None-Match': etag }), 304);
      t.expectStatus(await t.as().get(url, { 'If-None-Match': '"other"' }), 200);
    },
  );

export const REFERENCE_CASES: readonly Case[] = [
  ...singles.map(unchanged),
  ...singles.map((op) =>
    example(
      `${op.id}.as-listed`,
      [`op.${op.id}.call`, 'references.as_listed'],
      `GET ${op.path} returns the record as listed`,
      async (t) => {
        const [record] = (await t.as().page(`${op.path.replace('/{id}', '')}?limit=1`)).data;
        if (record) t.equal(await t.as().read(op.path.replace('{id}', String(record.id))), record, 'the record');
      },
    ),
  ),
  ...['/stores', '/suppliers', '/taxes'].map((path) =>
    example(`read-only.${path}`, ['references.read_only'], `${path} cannot be written`, async (t) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        t.expectStatus(await t.session.send(method, path), 405, 'partner.method_not_allowed');
      if (path === '/taxes') return;
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        t.expectStatus(await t.session.send(method, `${path}/1`), 405, 'partner.method_not_allowed');
    }),
  ),
];
