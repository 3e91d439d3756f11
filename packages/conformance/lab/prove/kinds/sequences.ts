import type { AppDependencies } from '@tillgate/server/app.ts';
import type { ServerFault } from '../fault.ts';
import { patchSql } from '../sql.ts';
import { type HandlerId, handle, type Handler as Served } from './server.ts';

/** How faults are made that sequences of requests show. */

/** Requirements of the documents that move stock. */
const OF_STOCK = /^(purchases|transfers|adjustments|stock|reports)\./;

export const fault = (id: string, breaks: string, text: string, patch: ServerFault['patch']): ServerFault => ({
  id: `stateful.${id}`,
  level: 'server',
  breaks,
  text,
  patch,
  by: [OF_STOCK.test(breaks) ? 'stateful.sequence.stock' : 'stateful.sequence'],
});

export const sql = (id: string, breaks: string, text: string, pattern: RegExp, instead: string): ServerFault =>
  fault(id, breaks, text, (deps, mark) => patchSql(deps, mark, pattern, instead));

/** Writes find the record otherwise than it is; `$doc` stands for its text. */
export const found = (id: string, breaks: string, text: string, table: string, expression: string): ServerFault =>
  sql(
    id,
    breaks,
    text,
    new RegExp(`select doc, version (from region_\\w+\\.${table} where .* for no key update)`),
    `select ${expression.replaceAll('$doc', 'doc').replaceAll('$', '$$$$')} as doc, version $1`,
  );

/** The text where it is in a state, changed. */
export const where = (state: string, changes: readonly (readonly [string, string])[]): string => {
  const changed = changes.reduce((text, [from, to]) => `regexp_replace(${text}, '${from}', '${to}', 'g')`, '$doc');
  return `case when $doc ~ '${state}' then ${changed} else $doc end`;
};

export const ALLOWED = ['"reason":"[^"]*"', '"reason":null'] as const;

type Body = Record<string, unknown>;
type Request = { readonly body: Body; readonly ifMatch?: string | undefined };
type Handler = Served<Request>;

/** One handler is replaced by another that knows the sound one. */
export const handled = (
  id: string,
  breaks: string,
  text: string,
  operation: HandlerId,
  wrap: (sound: Handler, mark: () => void) => Handler,
): ServerFault =>
  fault(id, breaks, text, (deps, mark) => handle<Request>(deps, [operation], (sound) => wrap(sound, mark)));

export const asked = (id: string, breaks: string, text: string, operation: HandlerId, change: (body: Body) => Body) =>
  handled(id, breaks, text, operation, (sound, mark) => (request) => {
    const body = change(request.body);
    if (body !== request.body) mark();
    return sound({ ...request, body });
  });

/** Every entry of a list of the body, changed. */
export const each = (list: string, change: (entry: Body) => Body) => (body: Body) =>
  list in body ? { ...body, [list]: (body[list] as Body[]).map(change) } : body;

export const withoutId = ({ id: _id, ...entry }: Body): Body => entry;

/** The record that an operation answers, changed. */
export const patched = (deps: AppDependencies, operation: HandlerId, change: (record: Body) => Body): AppDependencies =>
  handle<Request>(deps, [operation], (sound) => async (request) => {
    const reply = await sound(request);
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body) as Body)) };
  });
