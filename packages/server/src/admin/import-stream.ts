import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type Router from '@koa/router';
import type { ImportResult, Progress } from '../import/run-import.ts';
import type { ImportDependencies } from './dependencies.ts';
import { type AdminError, importPath, STOPPED, toAdminError } from './protocol.ts';

/** One line of the answer to an import: progress after each batch, at the end the result or an error. */
export type ImportEvent =
  | { readonly progress: Progress }
  | { readonly result: ImportResult }
  | { readonly error: AdminError };

/** `POST /admin/import/{companyId}` with the file as body; answers one JSON text a line while it arrives. */
export function offerImport(router: Router, { control, regions, log }: ImportDependencies): void {
  router.post(importPath(':companyId'), async function importFile(ctx) {
    const answer = new PassThrough();
    const send = (event: ImportEvent) => void answer.write(`${JSON.stringify(event)}\n`);
    const stop = new AbortController();
    ctx.type = 'application/x-ndjson';
    ctx.body = answer;
    const target = { pool: control.pool, regions, companyId: Number(ctx.params.companyId) };
    const options = { onProgress: (progress: Progress) => send({ progress }), signal: stop.signal };
    // Loaded with the first import, like the command's: its validators take a tenth of a second to compile.
    const { importMerchant } = await import('../import/import-merchant.ts');
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

/** Reads the rest of a body that was not needed: a connection closed with bytes unread would lose the answer. */
async function drained(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request).catch(() => undefined);
}

/** The bytes of the body. A sender that stops early says so in a trailer: what it sent last is then half a line. */
async function* untilStopped(request: IncomingMessage, stop: AbortController): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false });
  if (request.trailers[STOPPED] !== undefined) stop.abort();
}
