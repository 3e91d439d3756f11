import type { AppDependencies } from '@tillgate/server';
import type { ServerFault } from '../fault.ts';
import { intercept } from '../sql.ts';

/** Faults of what the app is made of: handlers, validation, counters, keys, limits, the clock. */

const server = (
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

type Request = Record<string, unknown> & { body: Record<string, unknown>; query: Record<string, unknown> };
type Handler = (request: Request) => Promise<{ status: number; body: string; headers?: Record<string, string> }>;
type HandlerId = keyof AppDependencies['handlers'];

/** Replaces handlers by others that know the sound one. */
function handle(deps: AppDependencies, ids: readonly HandlerId[], wrap: (sound: Handler) => Handler): AppDependencies {
  const handlers: Record<string, unknown> = { ...deps.handlers };
  // Each handler has a type of its own; a fault treats them all alike.
  for (const id of ids) handlers[id] = wrap(deps.handlers[id] as unknown as Handler);
  return { ...deps, handlers: handlers as unknown as AppDependencies['handlers'] };
}

/** The sound handler gets a changed request. */
const asked = (
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
const replied = (
  id: string,
  breaks: string,
  text: string,
  ids: readonly HandlerId[],
  change: (body: Record<string, unknown>) => unknown,
): ServerFault =>
  server(id, breaks, text, (deps, mark) =>
    handle(deps, ids, (sound) => async (request) => {
      const reply = await sound(request);
      mark();
      return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body) as Record<string, unknown>)) };
    }),
  );

interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
}

/** Validation that forgives what a predicate names. */
const forgiving = (
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

const keyword = (name: string) => (complaint: Complaint) => complaint.keyword === name;

const counting = (
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
    return { ...deps, counters: { hit, close: async () => {} } };
  });

const withKeys = (deps: AppDependencies, methods: Readonly<Record<string, unknown>>): AppDependencies => ({
  ...deps,
  keys: intercept(deps.keys, methods),
});

const LISTS: readonly HandlerId[] = [
  'listBrands',
  'listCategories',
  'listItems',
  'listStores',
  'listSuppliers',
  'listTaxes',
];
const UPDATES: readonly HandlerId[] = ['updateBrand', 'updateCategory', 'updateItem'];
const CREATES: readonly HandlerId[] = ['createBrand', 'createCategory', 'createItem'];

const withQuery = (request: Request, change: object): Request => ({
  ...request,
  query: { ...request.query, ...change },
});
const withBody = (request: Request, change: object): Request => ({ ...request, body: { ...request.body, ...change } });

export const SERVER_FAULTS: readonly ServerFault[] = [
  // Handlers
  asked('if-match-ignored', 'http.if_match', 'If-Match is not heeded', UPDATES, (request) => ({
    ...request,
    ifMatch: undefined,
  })),
  asked('default-limit', 'lists.defaults', 'a page has 20 records unless told otherwise', LISTS, (request) =>
    request.query.limit === 10 ? withQuery(request, { limit: 20 }) : request,
  ),
  asked('default-order', 'lists.defaults', 'lists are ascending unless told otherwise', LISTS, (request) =>
    request.query.order === 'desc' ? withQuery(request, { order: 'asc' }) : request,
  ),
  asked('limit-99', 'lists.limit', 'a page has at most 99 records', LISTS, (request) =>
    request.query.limit === 100 ? withQuery(request, { limit: 99 }) : request,
  ),
  asked('sort-always-name', 'lists.sort', 'lists are sorted by name whatever is asked', LISTS, (request) =>
    withQuery(request, { sort: 'name' }),
  ),
  asked(
    'first-group-only',
    'items.filter.groupId',
    'of several categories only the first is heeded',
    ['listItems'],
    (request) => {
      const groups = request.query.groupId as unknown[] | undefined;
      return groups && groups.length > 1 ? withQuery(request, { groupId: groups.slice(0, 1) }) : request;
    },
  ),
  asked(
    'search-first-word',
    'items.search',
    'of several words only the first is searched',
    ['listItems'],
    (request) => {
      const words = String(request.query.search ?? '').split(' ');
      return words.length > 1 ? withQuery(request, { search: words[0] }) : request;
    },
  ),
  asked('inactive-by-default', 'brands.defaults', 'new brands are inactive', ['createBrand'], (request) =>
    'status' in request.body ? request : withBody(request, { status: 0 }),
  ),
  asked('root-always', 'categories.unique_name', 'categories are always roots', ['createCategory'], (request) =>
    'parentId' in request.body ? withBody(request, { parentId: null }) : request,
  ),
  asked('null-is-absent', 'records.null_clears', 'null leaves a field as it was', UPDATES, (request) => {
    const body = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== null));
    return Object.keys(body).length < Object.keys(request.body).length ? { ...request, body } : request;
  }),
  asked('patch-replaces', 'records.merge', 'PATCH replaces what it does not name', ['updateBrand'], (request) =>
    withBody({ ...request, body: { description: null, status: 1, ...request.body } }, {}),
  ),
  asked('name-trimmed', 'http.text_kept', 'names are cut at the first backslash', CREATES, (request) =>
    withBody(request, { name: String(request.body.name).split('\\')[0] }),
  ),
  asked('name-cut', 'brands.name_length', 'names are cut at 200 characters', CREATES, (request) =>
    String(request.body.name).length > 200
      ? withBody(request, { name: String(request.body.name).slice(0, 200) })
      : request,
  ),
  asked('price-rounded', 'numbers.exact', 'prices are rounded on their way in', ['createItem'], (request) =>
    request.body.price ? withBody(request, { price: Number(request.body.price).toFixed(1) }) : request,
  ),
  asked('price-float', 'numbers.exact', 'prices pass through a float on their way in', ['createItem'], (request) =>
    request.body.price
      ? withBody(request, { price: Math.fround(Number(request.body.price)).toFixed(4).slice(0, 17) })
      : request,
  ),
  asked('barcodes-lost', 'items.code_unique', 'barcodes are not stored', ['createItem'], (request) =>
    'barcodes' in request.body ? withBody(request, { barcodes: [] }) : request,
  ),
  asked('code-cut', 'items.search', 'item codes are not stored', ['createItem'], (request) => {
    const { itemCode: _, ...body } = request.body;
    return 'itemCode' in request.body ? { ...request, body } : request;
  }),
  replied('variants-hidden', 'items.variants', 'an item answers no variants', ['updateItem'], (body) => ({
    ...body,
    variants: [],
  })),
  replied('code-empty', 'items.code_generated', 'no item code is generated', ['createItem'], (body) => ({
    ...body,
    itemCode: '',
  })),
  replied('stale-read', 'stateful.model', 'a brand is read as it was when it was new', ['getBrand'], (body) => ({
    ...body,
    version: 1,
    updatedAt: body.entryDate,
  })),
  replied('total-capped', 'lists.cursor', 'totals stop at 3', LISTS, (body) => ({
    ...body,
    pagination: {
      ...(body.pagination as { total: number }),
      total: Math.min(3, (body.pagination as { total: number }).total),
    },
  })),
  server('fails-on-write', 'http.no_server_error', 'creating a brand fails', (deps, mark) =>
    handle(deps, ['createBrand'], () => async () => {
      mark();
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    }),
  ),
  server(
    'fails-on-awkward',
    'http.no_server_error',
    'a name with a backslash fails',
    (deps, mark) =>
      handle(deps, ['createBrand'], (sound) => async (request) => {
        if (!String(request.body.name).includes('\\')) return sound(request);
        mark();
        throw new Error('invalid escape');
      }),
    ['http.unicode'],
  ),
  server(
    'fails-on-page',
    'http.no_server_error',
    'a page far behind the last fails',
    (deps, mark) =>
      handle(deps, ['listBrands'], (sound) => async (request) => {
        if (Number(request.query.page) < 1000) return sound(request);
        mark();
        throw new Error('offset');
      }),
    ['shape.listBrands.param.page', 'random.listBrands'],
  ),
  server('no-location', 'http.location', 'a created brand has no Location', (deps, mark) =>
    handle(deps, ['createBrand'], (sound) => async (request) => {
      const { headers: { Location: _, ...headers } = {}, ...reply } = await sound(request);
      mark();
      return { ...reply, headers };
    }),
  ),
  server('etag-of-time', 'http.if_none_match', 'the ETag is another each time', (deps, mark) => {
    let n = 0;
    return handle(deps, ['getBrand', 'getCategory'], (sound) => async (request) => {
      const reply = await sound(request);
      mark();
      n += 1;
      return { ...reply, headers: { ...reply.headers, ETag: `"${n}-x"` } };
    });
  }),
  // Validation
  ...['maximum', 'minimum', 'enum', 'type', 'required', 'pattern'].map((name) =>
    forgiving(
      `query-${name}`,
      name === 'required' || name === 'pattern'
        ? 'op.getItem.param.storeId'
        : name === 'enum'
          ? 'op.listBrands.param.order'
          : 'op.listBrands.param.limit',
      `${name} of parameters is not checked`,
      'validateParameters',
      keyword(name),
    ),
  ),
  forgiving(
    'query-unknown',
    'http.unknown_parameters',
    'unknown parameters are let by',
    'validateParameters',
    keyword('additionalProperties'),
  ),
  ...['maxLength', 'pattern', 'type'].map((name) =>
    forgiving(
      `body-${name}`,
      'op.createBrand.body.name',
      `${name} of properties is not checked`,
      'validateBody',
      keyword(name),
    ),
  ),
  forgiving(
    'body-unknown',
    'http.required_properties',
    'unknown properties are let by',
    'validateBody',
    keyword('additionalProperties'),
  ),
  forgiving(
    'body-required',
    'http.required_properties',
    'required properties are not asked for',
    'validateBody',
    keyword('required'),
  ),
  forgiving('body-enum', 'op.createBrand.body.status', 'a status may be anything', 'validateBody', keyword('enum')),
  forgiving(
    'body-maxItems',
    'op.createItem.body.barcodes',
    'there may be any number of barcodes',
    'validateBody',
    keyword('maxItems'),
  ),
  server('bounds-less-one', 'lists.limit', 'the bound of limit is off by one', (deps, mark) => ({
    ...deps,
    contract: {
      ...deps.contract,
      operations: deps.contract.operations.map((operation) => {
        const sound = operation.validateParameters;
        const strict = (value: { query: { limit?: unknown } }): boolean => {
          const beyond = value.query.limit === 100;
          if (beyond) mark();
          const holds = sound(value);
          Object.assign(strict, {
            errors: beyond
              ? [
                  {
                    keyword: 'maximum',
                    instancePath: '/query/limit',
                    message: 'must be < 100',
                    params: {},
                    schemaPath: '',
                  },
                ]
              : sound.errors,
          });
          return holds && !beyond;
        };
        return { ...operation, validateParameters: strict as unknown as typeof sound };
      }),
    },
  })),
  server(
    'scope-of-read',
    'auth.scope',
    'writing needs the scope of reading alone',
    (deps, mark) => ({
      ...deps,
      contract: {
        ...deps.contract,
        operations: deps.contract.operations.map((operation) => {
          if (operation.scope?.endsWith('.write')) mark();
          return operation.scope ? { ...operation, scope: operation.scope.replace('.write', '.read') } : operation;
        }),
      },
    }),
    ['access.scope.createItem', 'access.scope.createCategory'],
  ),
  // Counters and limits
  counting('counts-nothing', 'limits.rate_limited', 'nothing is counted', (key) =>
    key.startsWith('app:') ? 1 : undefined,
  ),
  counting('counts-half', 'limits.headers_consistent', 'every other request is counted', (_, n) => Math.ceil(n / 2)),
  counting(
    'counts-per-source',
    'limits.source_budget',
    'requests without a credential are taken from the apps',
    () => undefined,
    () => 'all',
  ),
  counting('one-more', 'limits.rate', 'one request more than the limit is let by', (key, n) =>
    key.startsWith('app:') ? Math.max(1, n - 1) : undefined,
  ),
  server(
    'limit-301',
    'limits.rate',
    'the limit is one higher',
    (deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, app: deps.limits.app + 1 } };
    },
    ['brands.'],
  ),
  server(
    'mint-limit',
    'limits.mint',
    'the mint has another limit',
    (deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, mint: deps.limits.mint * 2 } };
    },
    ['mint.'],
  ),
  // Keys, tokens, the clock
  server('keys-of-another', 'documents.jwks', 'the key set is empty', (deps, mark) =>
    withKeys(deps, {
      published: () => {
        mark();
        return JSON.stringify({ keys: [] });
      },
    }),
  ),
  server('keys-private', 'documents.jwks', 'the key set has private parts', (deps, mark) =>
    withKeys(deps, {
      published: () => {
        mark();
        const { keys } = JSON.parse(deps.keys.published() as unknown as string) as { keys: object[] };
        return JSON.stringify({ keys: keys.map((key) => ({ ...key, d: 'AQAB' })) });
      },
    }),
  ),
  server(
    'keys-unverified',
    'auth.token_invalid',
    'the service does not know its own keys',
    (deps, mark) =>
      withKeys(deps, {
        publicKey: () => {
          mark();
          throw new Error('no key');
        },
      }),
    ['http.token'],
  ),
  server('issuer-of-another', 'claims.all', 'tokens name another issuer', (deps, mark) => {
    mark();
    return { ...deps, apiUrl: `${deps.apiUrl}/` };
  }),
  server('web-of-another', 'documents.metadata', 'the metadata names another consent host', (deps, mark) => {
    mark();
    return { ...deps, webUrl: 'https://other.example' };
  }),
  server(
    'clock-behind',
    'errors.partner_envelope',
    'the service’s clock is ten minutes behind',
    (deps, mark) => {
      mark();
      return { ...deps, clock: () => deps.clock() - 600_000 };
    },
    ['http.route'],
  ),
  server('clock-stands', 'time.access_token', 'the service’s clock stands still', (deps, mark) => {
    const now = deps.clock();
    mark();
    return { ...deps, clock: () => now };
  }),
  server('successor-differs', 'oauth.refresh_grace', 'a lost answer is answered with another token', (deps, mark) => {
    let n = 0;
    const write = (env: 'SANDBOX' | 'PRODUCTION', family: { generation: number }) => {
      mark();
      n += 1;
      return deps.refreshTokens.write(env, { ...family, generation: family.generation + n } as Parameters<
        typeof deps.refreshTokens.write
      >[1]);
    };
    return { ...deps, refreshTokens: intercept(deps.refreshTokens, { write }) };
  }),
  server('refresh-forged', 'oauth.error.oauth.refresh_invalid', 'a made-up refresh token holds', (deps, mark) => ({
    ...deps,
    refreshTokens: intercept(deps.refreshTokens, {
      isGenuine: () => {
        mark();
        return true;
      },
    }),
  })),
];
