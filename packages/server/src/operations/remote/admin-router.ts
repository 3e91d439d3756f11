import Router from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { type Actor, COMMAND_LINE, OPERATOR } from '../../control/actor.ts';
import type { Origin } from '../../control/control.ts';
import { InvalidInput } from '../../control/errors.ts';
import { BodyError, type BodyProblem, parseJson, readBody } from '../../pipeline/body.ts';
import type { AdminDependencies } from './dependencies.ts';
import { type AdminError, operationPath, statusOf, toAdminError } from './protocol.ts';

interface Caller {
  readonly actor: Actor;
  readonly origin: Origin;
}

/** Identifies the caller; undefined without a valid token. */
export type Identify = (ctx: Koa.Context) => Promise<Caller | undefined>;

/** Only the data folder's owner can open its socket. */
export const identifyOwner: Identify = async () => ({ actor: OPERATOR, origin: COMMAND_LINE });

const BODY_MESSAGES: Readonly<Record<BodyProblem, string>> = {
  'too-large': 'The input is larger than 1 MiB.',
  'not-json': 'The input must be JSON.',
  'media-type': 'The input must be sent as application/json.',
  encoded: 'The input must be sent without Content-Encoding.',
  aborted: 'The input did not arrive whole.',
};

/** `POST /admin/operations/{name}` with the input as JSON. Returns `{ result }` or `{ error }`. */
export function adminRouter({ controlPlane, log }: AdminDependencies, identify: Identify): Router {
  const router = new Router();
  router.post(operationPath(':name'), async function runOperation(ctx) {
    ctx.set('Cache-Control', 'no-store');
    try {
      const caller = await identify(ctx);
      if (!caller) return refuse(ctx);
      const result = await controlPlane.run(ctx.params.name ?? '', await readInput(ctx), caller.actor, caller.origin);
      ctx.body = { result };
    } catch (error) {
      answerError(ctx, log, error);
    }
  });
  return router;
}

function refuse(ctx: Koa.Context): void {
  ctx.set('WWW-Authenticate', 'Bearer realm="administration"');
  answer(ctx, { code: 'unauthorized', message: 'The admin token is missing, invalid or revoked.' });
}

function answerError(ctx: Koa.Context, log: Logger, error: unknown): void {
  const shaped = toAdminError(error);
  if (shaped.code === 'internal') log.error({ err: error, path: ctx.path }, 'administration failed');
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
