import type { AppDependencies } from '@tillgate/server/app.ts';
import type { ApiChange, Body, Handler, HandlerChange, Mark, Operation, Reply, Request } from '../fault.ts';
import { intercept } from '../intercept.ts';

/** Changes to the requests and replies of handlers. */

export const handler = (wrap: HandlerChange['handler']): HandlerChange => ({ handler: wrap });

/** Changes the API's dependencies. */
export const parts = (api: NonNullable<ApiChange['api']>): ApiChange => ({ api });

/** Replaces handlers. The new ones can call the correct handler. */
export function handle(
  deps: AppDependencies,
  operations: readonly Operation[],
  wrap: (sound: Handler) => Handler,
): AppDependencies {
  const handlers: Record<string, unknown> = { ...deps.handlers };
  for (const id of operations) handlers[id] = wrap(handlerOf(deps, id));
  return { ...deps, handlers: handlers as unknown as AppDependencies['handlers'] };
}

export const handlerOf = (deps: AppDependencies, id: Operation): Handler => deps.handlers[id] as unknown as Handler;

/** Passes a changed request to the correct handler. */
export const asking = (change: (request: Request) => Request): HandlerChange =>
  handler((sound, mark) => (request) => {
    const changed = change(request);
    if (changed !== request) mark();
    return sound(changed);
  });

/** Passes a changed query to the correct handler; undefined leaves it unchanged. */
export const querying = (change: (query: Body) => object | undefined): HandlerChange =>
  asking((request) => {
    const changed = change(request.query);
    return changed ? withQuery(request, changed) : request;
  });

/** Passes a changed body to the correct handler. */
export const writing = (change: (body: Body) => Body): HandlerChange =>
  asking((request) => {
    const body = change(request.body);
    return body === request.body ? request : { ...request, body };
  });

/** The body of a reply; lists and reports have rows. */
export type Answered = Body & { readonly data: Body[]; readonly totals: unknown[] };

/** Changes the correct handler's reply, unless it is a stream. */
export const replying = (change: (body: Answered) => unknown): HandlerChange =>
  handler((sound, mark) => async (request) => rewritten(await sound(request), change, mark));

export function rewritten(reply: Reply, change: (body: Answered) => unknown, mark: Mark = () => {}): Reply {
  // A stream has no body here, and an error now would leave it open.
  if (reply.body === '') return reply;
  const body = JSON.parse(reply.body) as Answered;
  const before = JSON.stringify(body);
  const after = JSON.stringify(change(body));
  if (after !== before) mark();
  return { ...reply, body: after };
}

export const withQuery = (request: Request, change: object): Request => ({
  ...request,
  query: { ...request.query, ...change },
});

/** Drops undefined members. */
export const withBody = (request: Request, change: object): Request => ({
  ...request,
  body: Object.fromEntries(Object.entries({ ...request.body, ...change }).filter(([, value]) => value !== undefined)),
});

/** Ignores If-Match. */
export const UNCONDITIONAL = asking((request) =>
  request.ifMatch === undefined ? request : { ...request, ifMatch: undefined },
);

/** Reads only the first of several values of a parameter. */
export const firstOf = (name: string): HandlerChange =>
  querying(({ [name]: values }) =>
    Array.isArray(values) && values.length > 1 ? { [name]: values.slice(0, 1) } : undefined,
  );

/** Ignores a parameter. */
export const unread = (name: string): HandlerChange =>
  querying(({ [name]: value }) => (value ? { [name]: undefined } : undefined));

/** Treats a filter of 0 as absent. */
export const falsy = (name: string): HandlerChange =>
  querying(({ [name]: value }) => (value === 0 ? { [name]: undefined } : undefined));

/** Entries of a list in a body. */
export const entriesOf = ({ body }: Request, name: string): Body[] | undefined => body[name] as Body[] | undefined;

/** Changes the entries of a list in the request body. */
export const inEntries = (name: string, change: (entry: Body) => Body): HandlerChange =>
  writing((body) => (name in body ? { ...body, [name]: (body[name] as Body[]).map(change) } : body));

export const without =
  (name: string) =>
  (entry: Body): Body =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name));

export const LISTS: readonly Operation[] = [
  'listBrands',
  'listCategories',
  'listItems',
  'listStores',
  'listSuppliers',
  'listTaxes',
];
export const UPDATES: readonly Operation[] = ['updateBrand', 'updateCategory', 'updateItem'];
export const CREATES: readonly Operation[] = ['createBrand', 'createCategory', 'createItem'];

interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
}

/** Validation that ignores failures of one keyword. */
export const forgiving = (part: 'validateParameters' | 'validateBody', keyword: string): ApiChange =>
  parts((deps, mark) => {
    const operations = deps.contract.operations.map((operation) => {
      const sound = operation[part];
      if (!sound) return operation;
      const forgetful = (value: unknown): boolean => {
        if (sound(value)) return true;
        const left = (sound.errors ?? []).filter((complaint: Complaint) => complaint.keyword !== keyword);
        if (left.length < (sound.errors ?? []).length) mark();
        Object.assign(forgetful, { errors: left });
        return left.length === 0;
      };
      return { ...operation, [part]: forgetful as unknown as typeof sound };
    });
    return { ...deps, contract: { ...deps.contract, operations } };
  });

/** Counters that return a wrong count or use a wrong key. */
export const counting = (
  count: (key: string, n: number) => number | undefined,
  rename = (key: string) => key,
): ApiChange =>
  parts((deps, mark) => {
    const { counters } = deps;
    const hit = async (key: string) => {
      const n = await counters.hit(rename(key));
      mark();
      return count(key, n) ?? n;
    };
    const counted = (key: string) => counters.count(rename(key));
    return { ...deps, counters: intercept(counters, { hit, count: counted, close: async () => {} }) };
  });
