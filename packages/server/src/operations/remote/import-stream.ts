import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type Router from '@koa/router';
import type { ImportResult, Progress } from '../../back-office/import/run-import.ts';
import type { ImportDependencies } from './dependencies.ts';
import { type AdminError, importPath, STOPPED, toAdminError } from './protocol.ts';

/** One line of an import's response: progress after each batch, then the result or an error. */
export type ImportEvent =
  | { readonly progress: Progress }
  | { readonly result: ImportResult }
  | { readonly error: AdminError };

/** `POST /admin/import/{companyId}` with the file as body. Returns one JSON text per line while the file arrives. */
export function offerImport(router: Router, { control, regions, log }: ImportDependencies): void {
  router.post(importPath(':companyId'), async function importFile(ctx) {
    const answer = new PassThrough();
    const send = (event: ImportEvent) => void answer.write(`${JSON.stringify(event)}\n`);
    const stop = new AbortController();
    ctx.type = 'application/x-ndjson';
    ctx.body = answer;
    const target = { pool: control.pool, regions, companyId: Number(ctx.params.companyId) };
    const options = { onProgress: (progress: Progress) => send({ progress }), signal: stop.signal };
    // Loaded on the first import: its validators take a tenth of a second to compile.
    const { importMerchant } = await import('../../back-office/import/import-merchant.ts');
    void importMerchant(target, untilStopped(ctx.req, stop), options)
      .then(
        (result) => send({ result }),
        (error: unknown) => {
          const shaped = toAdminError(error);
          if (shaped.code === 'internal') log.error({ err: error }, 'an import failed');
          send({ error: shaped });
        },
      )
      .then(() => drained(ctx.req))
      .finally(() => answer.end());
  });
}

/** Reads and discards an unneeded body: closing a connection with unread bytes would lose the response. */
async function drained(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request).catch(() => undefined);
}

/** Bytes of the body. Throws on the trailer of a sender that stopped early, possibly within a line. */
async function* untilStopped(request: IncomingMessage, stop: AbortController): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false });
  if (request.trailers[STOPPED] !== undefined) stop.abort();
}
