import type { AppDependencies } from '@tillgate/server/app.ts';
import type { ServerFault } from '../fault.ts';
import { intercept } from '../sql.ts';

/** Ways for what the app is made of to be wrong: handlers, validation, counters, keys. */

export const server = (
  id: string,
  breaks: string,
  text: string,
  patch: ServerFault['patch'],
  by: readonly string[] = [],
): ServerFault => ({
  id: `server.${id}`,
  level: 'server',
  breaks,
  text,
  patch,
  by,
});

export type Request = Record<string, unknown> & { body: Record<string, unknown>; query: Record<string, unknown> };
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Handler<Asked = Request> = (request: Asked) => Promise<Reply>;
export type HandlerId = keyof AppDependencies['handlers'];

/** Replaces handlers by others that know the sound one. */
export function handle<Asked = Request>(
  deps: AppDependencies,
  ids: readonly HandlerId[],
  wrap: (sound: Handler<Asked>) => Handler<Asked>,
): AppDependencies {
  const handlers: Record<string, unknown> = { ...deps.handlers };
  // Each handler has a type of its own; a fault treats them all alike.
  for (const id of ids) handlers[id] = wrap(deps.handlers[id] as unknown as Handler<Asked>);
  return { ...deps, handlers: handlers as unknown as AppDependencies['handlers'] };
}

/** The sound handler gets a changed request. */
export const asked = (
  id: string,
  breaks: string,
  text: string,
  ids: readonly HandlerId[],
  change: (request: Request) => Request,
): ServerFault =>
  server(id, breaks, text, (deps, mark) =>
    handle(deps, ids, (sound) => (request) => {
      const changed = change(request);
      if (changed !== request) mark();
      return sound(changed);
    }),
  );

/** The sound handler's reply is changed. */
export const replied = (
  id: string,
  breaks: string,
  text: string,
  ids: readonly HandlerId[],
  change: (body: Record<string, unknown>) => unknown,
): ServerFault =>
  server(id, breaks, text, (deps, mark) =>
    handle(deps, ids, (sound) => async (request) => {
      const reply = await sound(request);
      const body = JSON.parse(reply.body) as Record<string, unknown>;
      const before = JSON.stringify(body);
      const after = JSON.stringify(change(body));
      if (after !== before) mark();
      return { ...reply, body: after };
    }),
  );

export interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
}

/** Validation that forgives what a predicate names. */
export const forgiving = (
  id: string,
  breaks: string,
  text: string,
  part: 'validateParameters' | 'validateBody',
  forgives: (complaint: Complaint) => boolean,
  by: readonly string[] = [],
): ServerFault =>
  server(
    id,
    breaks,
    text,
    (deps, mark) => {
      const operations = deps.contract.operations.map((operation) => {
        const sound = operation[part];
        if (!sound) return operation;
        const forgetful = (value: unknown): boolean => {
          if (sound(value)) return true;
          const left = (sound.errors ?? []).filter((complaint) => !forgives(complaint));
          if (left.length < (sound.errors ?? []).length) mark();
          Object.assign(forgetful, { errors: left });
          return left.length === 0;
        };
        return { ...operation, [part]: forgetful as unknown as typeof sound };
      });
      return { ...deps, contract: { ...deps.contract, operations } };
    },
    by,
  );

export const keyword = (name: string) => (complaint: Complaint) => complaint.keyword === name;

export const counting = (
  id: string,
  breaks: string,
  text: string,
  count: (key: string, n: number) => number | undefined,
  rename = (key: string) => key,
): ServerFault =>
  server(id, breaks, text, (deps, mark) => {
    const { counters } = deps;
    const hit = async (key: string) => {
      const n = await counters.hit(rename(key));
      mark();
      return count(key, n) ?? n;
    };
    const counted = (key: string) => counters.count(rename(key));
    return { ...deps, counters: intercept(counters, { hit, count: counted, close: async () => {} }) };
  });

export const withKeys = (deps: AppDependencies, methods: Readonly<Record<string, unknown>>): AppDependencies => ({
  ...deps,
  keys: intercept(deps.keys, methods),
});

export const LISTS: readonly HandlerId[] = [
  'listBrands',
  'listCategories',
  'listItems',
  'listStores',
  'listSuppliers',
  'listTaxes',
];
export const UPDATES: readonly HandlerId[] = ['updateBrand', 'updateCategory', 'updateItem'];
export const CREATES: readonly HandlerId[] = ['createBrand', 'createCategory', 'createItem'];

export const withQuery = (request: Request, change: object): Request => ({
  ...request,
  query: { ...request.query, ...change },
});
/** What is undefined is left out. */
export const withBody = (request: Request, change: object): Request => ({
  ...request,
  body: Object.fromEntries(Object.entries({ ...request.body, ...change }).filter(([, value]) => value !== undefined)),
});
