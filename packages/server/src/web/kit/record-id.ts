import type { WebContext } from './context.ts';
import { WebProblem } from './problems.ts';

/** Id of a record in a path, a query or a form; undefined for text that cannot be an id. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** Id of the record that the path names. The page is not found if the path has none. */
export function pathId(ctx: WebContext, name: string): number {
  const id = recordId(ctx.params[name]);
  if (id === undefined) throw new WebProblem('notFound');
  return id;
}
