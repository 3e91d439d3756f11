import { type Case, subject } from '../../run/case.ts';

/** Correlation ids: valid ones, and ones that only resemble them. */

const example = subject('examples', 'lookalike');

export const CORRELATION_ID_CASES: readonly Case[] = [
  example(
    'correlation-ids',
    ['http.correlation_id', 'http.correlation_id_kept'],
    'a correlation id is kept if it is a UUID, and replaced if it only resembles one',
    async (t) => {
      const uuid = '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11';
      const ask = async (id: string) => (await t.as().get('/brands?limit=1', { 'X-Correlation-Id': id })).headers;
      for (const version of '12345678') {
        const id = uuid.replace('-4', `-${version}`);
        t.equal((await ask(id))['x-correlation-id'], id, `a UUID of version ${version}`);
      }
      const refused = await t.session.send('GET', '/nowhere', { headers: { 'X-Correlation-Id': uuid } });
      t.equal((refused.body as { correlationId?: string }).correlationId, uuid, 'correlationId', refused);
      for (const id of [
        'mine',
        `{${uuid}}`,
        `urn:uuid:${uuid}`,
        uuid.replaceAll('-', ''),
        uuid.slice(0, -1),
        `${uuid}1`,
        `${uuid}, ${uuid}`,
        uuid.replace('5', 'g'),
        uuid.replace('-', '_'),
        `${uuid}; x=1`,
      ])
        t.check((await ask(id))['x-correlation-id'] !== id, `${id} is kept`);
    },
  ),
];
