import { setTimeout as sleep } from 'node:timers/promises';
import type { Next } from 'koa';
import { isRehearsing } from '../control/rehearsals.ts';
import { ALIAS } from '../control/token-claims.ts';
import { Unavailable } from '../database/failures.ts';
import type { Clock } from '../process/time.ts';
import type { Context, Stage } from './context.ts';

/** Serves the API at its alias too. */
export function followAlias(ctx: Context, next: Next): Promise<void> {
  if (ctx.path.startsWith(`${ALIAS}/v1/`)) {
    ctx.state.isByAlias = true;
    ctx.path = ctx.path.slice(ALIAS.length);
  }
  return next();
}

/** Longer than most clients wait, in milliseconds. */
const LATE = 15_000;

/**
 * Simulates an unavailable region for a sandbox app, or a late response to a request that was carried out. Keeps the
 * bodies of its requests if the app asked for it.
 */
export const rehearse = (clock: Clock): Stage =>
  async function rehearseConditions(ctx, next) {
    const { app, principal } = ctx.state;
    const meets = (kind: 'away' | 'bodies' | 'late') =>
      app && principal && isRehearsing(app, principal.env, kind, clock());
    if (meets('bodies')) ctx.state.bodies = {};
    if (meets('away')) throw new Unavailable('unavailable');
    if (!meets('late')) return next();
    await next();
    // Ends early if the client disconnects.
    const left = new AbortController();
    const leave = () => left.abort();
    ctx.res.once('close', leave);
    await sleep(LATE, undefined, { signal: left.signal }).catch(() => {});
    ctx.res.off('close', leave);
  };
