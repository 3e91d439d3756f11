import type { Next } from 'koa';
import { ALIAS } from '../control/credentials/token-claims.ts';
import type { Context } from './context.ts';

/** Serves the API at its alias too. */
export function followAlias(ctx: Context, next: Next): Promise<void> {
  if (ctx.path.startsWith(`${ALIAS}/v1/`)) {
    ctx.state.isByAlias = true;
    ctx.path = ctx.path.slice(ALIAS.length);
  }
  return next();
}
