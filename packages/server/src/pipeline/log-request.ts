import { hash } from 'node:crypto';
import type { Next } from 'koa';
import type { Logger } from 'pino';
import { LINES, type Operation, type Parameter } from '../contract/contract.ts';
import { repeatable } from '../errors.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Holder } from '../process/shares.ts';
import type { Clock } from '../process/time.ts';
import type { RecordedRequest, TrafficFacts } from '../request-log/logged-request.ts';
import { type Context, holderOf } from './context.ts';

export type Host = 'api' | 'region' | 'web';

/** Logs one line per request. Never logs a token, a secret, a body, or a value of the query. */
export function logRequest(host: Host, log: Logger, metrics: Metrics) {
  // These fields contain no secret. Searching them for one would take ten times as long as writing the line.
  const lines = log.child({}, { redact: [] });
  return async function logOneRequest(ctx: Context, next: Next): Promise<void> {
    const start = performance.now();
    await next();
    whenSent(ctx, () => {
      const { stream, waited = 0 } = ctx.state;
      // Waiting for changes does not make a response slow.
      const milliseconds = performance.now() - start - waited;
      const isCut = stream && !ctx.res.writableFinished;
      if (stream && ctx.response.is(LINES)) metrics.streamed(stream.sent.records, isCut ? 'cut' : 'whole');
      const { correlationId, traceId, operationId, principal, client, merchant, source } = ctx.state;
      metrics.observe(host, operationId ?? 'none', ctx.status, milliseconds);
      lines.info(
        {
          correlationId,
          traceId,
          host,
          app: (principal ?? client)?.appId,
          company: principal?.companyId,
          region: merchant?.region,
          operationId,
          method: ctx.method,
          path: loggedPath(ctx.path),
          source,
          status: ctx.status,
          duration: Math.round(milliseconds * 100) / 100,
          waited: waited > 0 ? Math.round(waited) : undefined,
          ...(stream && { ...stream.sent, cut: isCut }),
        },
        'request',
      );
    });
  };
}

/** Runs work once the response is known; for a stream, once its connection closes. */
function whenSent({ res, state }: Context, work: () => void): void {
  if (state.stream && !res.closed) res.once('close', work);
  else work();
}

/** A credential with its prefix, even a truncated one, which might still be usable. */
const PREFIXED = String.raw`svc(?:_|%5f)[\w%~+=-]*`;

/** A run of characters that may be a code or token, such as the code of a password link. */
const LONG = String.raw`[\w%~+=-]{20,}`;

const CREDENTIAL = new RegExp(`${PREFIXED}|${LONG}`, 'gi');

/** A part of a path that may be an e-mail address. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/g;

/** Hyphenated words are not secret. */
const WORDS = /^[a-z]{1,20}(?:-[a-z]{1,20})+$/;

const withoutCredentials = (text: string): string => text.replaceAll(new RegExp(PREFIXED, 'gi'), '…');

/** A path for logs and traces: truncated, without possible secrets or personal data. */
export function loggedPath(path: string): string {
  const shown = path.replaceAll(ADDRESS, ':address');
  return repeatable(
    shown.replaceAll(CREDENTIAL, (run) => (WORDS.test(run) ? run : ':code')),
    512,
  );
}

export interface RequestRecorder {
  record(request: RecordedRequest, holder: Holder): void;
}

/** Records each request of a known app, including rejected ones. */
export function recordRequest(recorder: RequestRecorder, operations: readonly Operation[], clock: Clock) {
  const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]));
  return async function recordOneRequest(ctx: Context, next: Next): Promise<void> {
    const [at, start] = [clock(), performance.now()];
    await next();
    const { principal, client, named, operationId = '' } = ctx.state;
    // The authenticated app, or the app named by a rejected request.
    const known = principal ?? client;
    const sender = known ? { appId: known.appId } : named;
    const operation = byId.get(operationId);
    if (!sender || ctx.state.recordedElsewhere || isTokenOfReference(ctx)) return;
    whenSent(ctx, () => {
      const milliseconds = Math.round((performance.now() - start) * 100) / 100;
      const { correlationId, merchant, counted = false, names, refusal } = ctx.state;
      const request = {
        ...sender,
        at,
        milliseconds,
        correlationId,
        method: ctx.method,
        path: operation ? shownPath(ctx, operation) : guessedPath(ctx.path),
        query: operation ? shownQuery(ctx.querystring, operation.queryParameters) : '',
        operation: operation?.id ?? 'unknown',
        companyId: principal?.companyId || null,
        isConsole: principal?.isConsole,
        merchant,
        status: ctx.status,
        code: refusal?.code ?? null,
        counted,
        names,
        bodies: keptBodies(ctx),
        problems: (refusal?.details ?? []).slice(0, 5).map(({ in: part, path, rule, message }) => {
          return { in: part, path: withoutLongNames(path), rule, message: repeatable(message, 300) };
        }),
        facts: factsOf(ctx, performance.timeOrigin + start),
      };
      recorder.record(request, holderOf(ctx.state));
    });
  };
}

/** Replaces names longer than any in the contract; they might be misplaced values or secrets. */
const withoutLongNames = (path: string): string =>
  withoutCredentials(repeatable(path, 1024).replaceAll(/[^/]{33,}/g, '…'));

const factsOf = ({ method, req, res, state, url }: Context, began: number): TrafficFacts => ({
  began,
  target: hash('sha256', `${method} ${url}`, 'base64url').slice(0, 22),
  isCut: res.destroyed && !res.writableFinished,
  isConditional: req.headers['if-none-match'] !== undefined,
  etag: res.getHeader('ETag')?.toString() ?? null,
  isBearer: state.principal?.credential === 'token',
  alias: state.principal?.sentTo && (state.principal.sentTo === 'alias' ? 'followed' : 'ignored'),
  ...state.facts,
});

/**
 * True for a sandbox token requested by the reference page itself, the only page on the API's origin. A client that
 * forges the header hides only that token request, not the requests it makes with the token.
 */
const isTokenOfReference = ({ req, status, state: { operationId = '', client } }: Context): boolean =>
  req.headers['sec-fetch-site'] === 'same-origin' &&
  status === 200 &&
  ['mintSandboxToken', 'createToken'].includes(operationId) &&
  client?.env !== 'PRODUCTION';

/** The path with its ids. An id that is not a number could be anything, so it stays a placeholder. */
function shownPath({ path, params = {} }: Context, operation: Operation): string {
  const areIds = operation.pathParameters.every(({ name }) => /^\d{1,16}$/.test(params[name] ?? ''));
  return areIds ? path : `/v1${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/** A path without a route. Segments that may be more than a word or an id become `…`. */
const guessedPath = (path: string): string =>
  path
    .split('/')
    .slice(0, 8)
    .map((part) => (/^(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,3}|v?\d{1,16}|)$/i.test(part) ? part : '…'))
    .join('/');

/** The query in its original order, with unknown parameters. Names and values that could be anything become `…`. */
function shownQuery(text: string, known: ReadonlyMap<string, Parameter>): string {
  if (text === '') return '';
  // No operation has this many parameters.
  const pairs = text.split('&').slice(0, 40);
  return pairs
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, undefined] : [pair.slice(0, at), pair.slice(at + 1)];
      const shown = NAME.test(name) ? withoutCredentials(name) : HIDDEN;
      if (value === undefined) return shown;
      const parameter = known.get(name.replace(/(?:\[|%5b).*$/i, ''));
      return `${shown}=${value === '' || (parameter && isHarmless(parameter, value)) ? value : HIDDEN}`;
    })
    .join('&');
}

const HIDDEN = '…';

/** An ordinary name. Some clients write lists as `ids[]` or `ids[0]`, possibly encoded. */
const NAME = /^[a-z_](?:[\w.[\]-]|%5[bd]){0,31}$/i;

/** Numbers, lists of numbers, dates, instants, and booleans. */
const HARMLESS =
  /^(?:-?[\d.]{1,32}(?:,-?[\d.]{1,32})*|\d{4}-\d{2}-\d{2}(?:T[\d:.]{1,18}(?:Z|[+-][\d:]{1,5})?)?|true|false)$/i;

/** Digits could be a telephone number, so only ids, dates and the contract's choices are shown. */
function isHarmless({ name, schema }: Parameter, value: string): boolean {
  if (value.length > 512) return false;
  if (schema.enum?.includes(value)) return true;
  const type = schema.type === 'array' ? schema.items?.type : schema.type;
  const isFreeText = type === 'string' && schema.format === undefined && !/(?:Ids?|Date)$/.test(name);
  return !isFreeText && (HARMLESS.test(value) || HARMLESS.test(decoded(value)));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** Maximum number of characters kept of a body. */
const MOST = 16 * 1024;

/** The bodies of a request with possible secrets masked, if its app asked to keep them. */
function keptBodies({ body, state: { bodies, refusal } }: Context): RecordedRequest['bodies'] {
  const kept = (text = ''): string | null => {
    if (text === '') return null;
    const shown = text.slice(0, MOST).replaceAll('\0', '\uFFFD').toWellFormed();
    return withoutSecrets(shown) + (text.length > MOST ? '…' : '');
  };
  return bodies && { request: kept(bodies.request), response: kept(refusal ? JSON.stringify(body) : bodies.response) };
}

const SECRET = /secret|password|token|authorization|api.?key/i;

/** The beginning of a JSON Web Token, which is an encoded `{"`. */
const TOKEN = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/** A string, and the colon after a name. A truncated body may leave a string open. */
const STRING = /"((?:[^"\\]|\\.)*)(?:"|\\?$)(\s*:\s*)?/gs;

function withoutSecrets(text: string): string {
  let shown = '';
  let place = 0;
  for (const { 0: whole, 1: content = '', 2: colon, index } of text.matchAll(STRING)) {
    if (index < place) continue;
    const end = index + whole.length;
    shown += text.slice(place, index);
    if (colon !== undefined && SECRET.test(unescaped(content))) {
      shown += `${whole}"…"`;
      place = endOfValue(text, end);
    } else {
      // A credential may be escaped, too.
      shown +=
        content.includes('\\u') && masked(unescaped(content)) !== unescaped(content) ? `"…"${colon ?? ''}` : whole;
      place = end;
    }
  }
  return masked(shown + text.slice(place));
}

const masked = (text: string): string => withoutCredentials(text).replaceAll(TOKEN, '…');

function unescaped(content: string): string {
  try {
    return JSON.parse(`"${content}"`);
  } catch {
    return content;
  }
}

/** A string, a bracket, a comma, or any other text between commas. */
const PIECE = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[{]|[\]}]|,|[^"[\]{},]+/gs;

/** Finds the end of the value that begins at `start`, with everything nested in it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (const { 0: piece, index } of text.slice(start).matchAll(PIECE)) {
    const isEnd = piece === ']' || piece === '}';
    if (depth === 0 && (isEnd || piece === ',')) return start + index;
    if (piece === '[' || piece === '{') depth += 1;
    if (isEnd) depth -= 1;
  }
  return text.length;
}
