import type { WebContext } from './context.ts';
import { WebProblem } from './problems.ts';

/** Parses a record's id from a path, query or form; undefined for text that cannot be an id. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The record's id in the path. Responds with 404 if it is missing or malformed. */
export function pathId(ctx: WebContext, name: string): number {
  const id = recordId(ctx.params[name]);
  if (id === undefined) throw new WebProblem('notFound');
  return id;
}
