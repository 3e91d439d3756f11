import type { IncomingMessage } from 'node:http';
import { isAbsolute } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import Router from '@koa/router';
import Koa from 'koa';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ImportResult, Progress } from '../../back-office/import/run-import.ts';
import { type Actor, COMMAND_LINE, OPERATOR } from '../../control/actor.ts';
import { findAdminToken } from '../../control/admin-tokens.ts';
import type { Origin } from '../../control/control.ts';
import { InvalidInput } from '../../control/errors.ts';
import { dump, writeArchive } from '../../database/backup.ts';
import { BodyError, type BodyProblem, parseJson, readBody } from '../../pipeline/body.ts';
import { dropBody } from '../../pipeline/first-stages.ts';
import { StartError } from '../../process/start-error.ts';
import type { Runtime } from '../../runtime.ts';
import { VERSION } from '../../version.ts';
import { exportMerchant } from '../export-merchant.ts';
import type { ControlPlane } from '../operations.ts';
import {
  type AdminError,
  BACKUP_PATH,
  exportPath,
  importPath,
  operationPath,
  STOPPED,
  statusOf,
  toAdminError,
} from './protocol.ts';

/** Identifies the caller; undefined without a valid token. */
type Identify = (ctx: Koa.Context) => Promise<{ readonly actor: Actor; readonly origin: Origin } | undefined>;

const BODY_MESSAGES: Readonly<Record<BodyProblem, string>> = {
  'too-large': 'The input is larger than 1 MiB.',
  'not-json': 'The input must be JSON.',
  'media-type': 'The input must be sent as application/json.',
  encoded: 'The input must be sent without Content-Encoding.',
  aborted: 'The input did not arrive whole.',
};

/** `POST /admin/operations/{name}` with the input as JSON. Returns `{ result }` or `{ error }`. */
export function adminRouter(controlPlane: ControlPlane, identify: Identify, log: Logger): Router {
  const router = new Router();
  router.post(operationPath(':name'), async function runOperation(ctx) {
    ctx.set('Cache-Control', 'no-store');
    try {
      const caller = await identify(ctx);
      if (!caller) {
        ctx.set('WWW-Authenticate', 'Bearer realm="administration"');
        return answer(ctx, { code: 'unauthorized', message: 'The admin token is missing, invalid or revoked.' });
      }
      const result = await controlPlane.run(ctx.params.name ?? '', await readInput(ctx), caller.actor, caller.origin);
      ctx.body = { result };
    } catch (error) {
      answerError(ctx, error, log, 'administration failed');
    }
  });
  return router;
}

function answerError(ctx: Koa.Context, error: unknown, log: Logger, message: string): void {
  const shaped = toAdminError(error);
  if (shaped.code === 'internal') log.error({ err: error, path: ctx.path }, message);
  answer(ctx, shaped);
}

function answer(ctx: Koa.Context, error: AdminError): void {
  ctx.status = statusOf(error);
  ctx.body = { error };
}

async function readInput({ req }: Koa.Context): Promise<unknown> {
  try {
    return parseJson((await readBody(req, ['application/json'])).text) ?? {};
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new InvalidInput([{ field: 'input', message: BODY_MESSAGES[error.problem] }]);
  }
}

/** Identifies the operator by an admin token in the Authorization header (RFC 6750 §2.1). */
export const identifyToken =
  (pool: Pool): Identify =>
  async (ctx) => {
    const [, text] = /^bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    const token = text && (await findAdminToken(pool, text));
    return token
      ? { actor: OPERATOR, origin: { source: `admin token ${token.adminTokenId} (${token.name})` } }
      : undefined;
  };

/**
 * `POST /admin/backup` and `POST /admin/export/{companyId}` with `{ file }`. The server writes the
 * file itself, so that a slow reader never holds up the database. Offered only on the socket, whose
 * callers run the server.
 */
function offerArchives(router: Router, runtime: Runtime, log: Logger): void {
  router.post(BACKUP_PATH, (ctx) => write(ctx, () => dump(runtime.databases, VERSION)));
  router.post(exportPath(':companyId'), (ctx) =>
    write(ctx, () => exportMerchant(runtime, Number(ctx.params.companyId))),
  );

  async function write(ctx: Koa.Context, lines: () => AsyncIterable<string>): Promise<void> {
    const stop = new AbortController();
    ctx.res.once('close', () => stop.abort());
    try {
      const { text } = await readBody(ctx.req, ['application/json']);
      const { file } = (parseJson(text) ?? {}) as { file?: unknown };
      if (typeof file !== 'string' || !isAbsolute(file))
        throw new StartError('The file must be named by its whole path.');
      await writeArchive(lines(), file, stop.signal);
      ctx.body = { result: { file } };
    } catch (error) {
      answerError(ctx, error, log, 'an archive was not written');
    }
  }
}

/** One line of an import's response: progress after each batch, then the result or an error. */
export type ImportEvent =
  | { readonly progress: Progress }
  | { readonly result: ImportResult }
  | { readonly error: AdminError };

/** `POST /admin/import/{companyId}` with the file as body. Returns one JSON text per line while the file arrives. */
function offerImport(router: Router, { control, regions }: Runtime, log: Logger): void {
  router.post(importPath(':companyId'), async function importFile(ctx) {
    const answer = new PassThrough();
    const send = (event: ImportEvent) => void answer.write(`${JSON.stringify(event)}\n`);
    const stop = new AbortController();
    ctx.type = 'application/x-ndjson';
    ctx.body = answer;
    const target = { pool: control.pool, regions, companyId: Number(ctx.params.companyId) };
    const options = { onProgress: (progress: Progress) => send({ progress }), signal: stop.signal };
    // Loaded on the first import: its validators take a tenth of a second to compile.
    const { importMerchant } = await import('../../back-office/import/run-import.ts');
    void importMerchant(target, untilStopped(ctx.req, stop), options)
      .then(
        (result) => send({ result }),
        (error: unknown) => {
          const shaped = toAdminError(error);
          if (shaped.code === 'internal') log.error({ err: error }, 'an import failed');
          send({ error: shaped });
        },
      )
      // Reads and discards an unneeded body: closing a connection with unread bytes would lose the response.
      .then(() => finished(ctx.req.resume()))
      .catch(() => {})
      .finally(() => answer.end());
  });
}

/** Bytes of the body. Throws on the trailer of a sender that stopped early, possibly within a line. */
async function* untilStopped(request: IncomingMessage, stop: AbortController): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false });
  if (request.trailers[STOPPED] !== undefined) stop.abort();
}

/** Serves administration on the data folder's socket to the folder's owner. */
export function createAdminApp(controlPlane: ControlPlane, log: Logger): Koa {
  // Only the data folder's owner can open its socket.
  const router = adminRouter(controlPlane, async () => ({ actor: OPERATOR, origin: COMMAND_LINE }), log);
  offerImport(router, controlPlane.runtime, log);
  offerArchives(router, controlPlane.runtime, log);
  const app = new Koa();
  // Errors after the response has started, such as an interrupted command.
  app.on('error', (err) => log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
