import type { ServerFault } from '../fault.ts';
import { type Instead, patchSql } from '../sql.ts';
import { type HandlerId, handle, type Reply, type Handler as Served } from './server.ts';

/** Ways for what a back office has written to be told wrongly. */

type Change = readonly [pattern: RegExp, instead: Instead];

/** Statements are changed one way or several; `by` names the cases that are tried first. */
export const sql = (
  id: string,
  breaks: string,
  text: string,
  by: string,
  ...changes: readonly Change[]
): ServerFault => ({
  id: `report.${id}`,
  level: 'server',
  breaks,
  text,
  by: [by],
  patch: (deps, mark) => changes.reduce((made, [pattern, instead]) => patchSql(made, mark, pattern, instead), deps),
});

/** `r.company_id = $1` no longer decides. */
export const ANY_COMPANY = '$1r.company_id >= 0 and $$1::bigint is not null';

/** Days, both of them included. */
export const BETWEEN = 'between \\$2::date and \\$3::date';
export const AT_STORES = '\\(\\$4::bigint\\[\\] is null or r\\.store_id = any\\(\\$4::bigint\\[\\]\\)\\)';
export const ANY_STORE = '$1($$4::bigint[] is null or true)';
export const COMPANY = 'r\\.company_id = \\$1';

interface Scope {
  readonly storeIds?: readonly number[] | null;
}
type Query = Readonly<Record<string, unknown>>;
export type Request = Record<string, unknown> & { readonly query: Query; readonly tenant: { readonly scope: Scope } };
type Handler = Served<Request>;
export type Body = Record<string, unknown> & { readonly data: Record<string, unknown>[]; readonly totals: unknown[] };

/** A fault of some handlers; `wrap` gives what answers instead of the sound one. */
export const wrapped = (
  id: string,
  breaks: string,
  text: string,
  { ids, by }: { ids: readonly HandlerId[]; by: string },
  wrap: (sound: Handler, mark: () => void) => Handler,
): ServerFault => ({
  id: `report.${id}`,
  level: 'server',
  breaks,
  text,
  by: [by],
  patch: (deps, mark) => handle<Request>(deps, ids, (sound) => wrap(sound, mark)),
});

export const rewritten = (reply: Reply, change: (body: Body) => unknown): Reply => ({
  ...reply,
  body: JSON.stringify(change(JSON.parse(reply.body) as Body)),
});
