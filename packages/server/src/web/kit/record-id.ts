import type { WebContext } from './context.ts';
import { WebProblem } from './problems.ts';

/** A record's number in a path or a query; what cannot be one names nothing. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The record's number that the path has under a name; the page is not found without one. */
export function pathId(ctx: WebContext, name: string): number {
  const id = recordId(ctx.params[name]);
  if (id === undefined) throw new WebProblem('notFound');
  return id;
}
