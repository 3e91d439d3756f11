import type { Next } from 'koa';
import type { Clock } from '../clock.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import { type FieldError, repeatable } from '../errors.ts';
import type { LoggedProblem, RecordedRequest } from '../storage/request-log/logged-request.ts';
import type { Context, RequestState } from './context.ts';
import { withoutCredentials } from './logged-path.ts';

/** Takes requests for the logs of their apps. */
export interface RequestRecorder {
  record(request: RecordedRequest): void;
}

/** Records each request that an app can be named for, also a rejected one. */
export function recordRequest(recorder: RequestRecorder, operations: readonly Operation[], clock: Clock) {
  const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]));
  return async function recordOneRequest(ctx: Context, next: Next): Promise<void> {
    const [at, start] = [clock(), performance.now()];
    await next();
    const sender = senderOf(ctx.state);
    const operation = byId.get(ctx.state.operationId ?? '');
    if (!sender || ctx.state.recordedElsewhere || isTokenOfReference(ctx)) return;
    const milliseconds = Math.round((performance.now() - start) * 100) / 100;
    recorder.record({ ...sender, at, milliseconds, ...described(ctx, operation) });
  };
}

/** The app that has proved itself, else the one that a rejected request named. */
function senderOf({ principal, client, named }: RequestState): { appId: number } | { clientId: string } | undefined {
  const known = principal ?? client;
  return known ? { appId: known.appId } : named;
}

const TOKEN_OPERATIONS = new Set(['mintSandboxToken', 'createToken']);

/**
 * True for a sandbox token that the reference page gets by itself: no other page is on the API's origin. A client
 * that forges the header hides the token alone, in the sandbox, and no request that it makes with it.
 */
const isTokenOfReference = ({ req, status, state: { operationId, client } }: Context): boolean =>
  req.headers['sec-fetch-site'] === 'same-origin' &&
  status === 200 &&
  TOKEN_OPERATIONS.has(operationId ?? '') &&
  client?.env !== 'PRODUCTION';

/** Stands for the operation of a request that no route took. */
const UNKNOWN = 'unknown';

function described(ctx: Context, operation: Operation | undefined) {
  const { correlationId, principal, merchant, counted = false, names, refusal } = ctx.state;
  return {
    correlationId,
    method: ctx.method,
    path: operation ? shownPath(ctx, operation) : guessedPath(ctx.path),
    query: refusal && operation ? shownQuery(ctx.querystring, operation.queryParameters) : '',
    operation: operation?.id ?? UNKNOWN,
    companyId: principal?.companyId || null,
    merchant,
    status: ctx.status,
    code: refusal?.code ?? null,
    counted,
    names,
    problems: refusal?.details?.slice(0, MOST_PROBLEMS).map(toProblem) ?? [],
  };
}

/** The path with its ids; one that is no number may be anything, so it stays a placeholder. */
function shownPath({ path, params = {} }: Context, operation: Operation): string {
  const areIds = operation.pathParameters.every(({ name }) => /^\d{1,16}$/.test(params[name] ?? ''));
  return areIds ? path : `/v1${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/** A path that no route has, with a `…` for each part that may be something else than a word or an id. */
const guessedPath = (path: string): string =>
  path
    .split('/')
    .slice(0, 8)
    .map((part) => (/^(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,3}|v?\d{1,16}|)$/i.test(part) ? part : '…'))
    .join('/');

const MOST_PROBLEMS = 5;

const toProblem = ({ in: part, path, rule, message }: FieldError): LoggedProblem => ({
  in: part,
  path: withoutLongNames(path),
  rule,
  message: repeatable(message, 300),
});

/** A name that is longer than any of the contract's may be a value, or a secret, in a wrong place. */
const withoutLongNames = (path: string): string =>
  withoutCredentials(repeatable(path, 1024).replaceAll(/[^/]{33,}/g, '…'));

/** Numbers, dates, yes and no, and the choices of the contract; a `…` for every other value. */
const HARMLESS = /^(-?[\d.,]{1,32}|\d{4}-\d{2}-\d{2}|true|false)$/i;

function shownQuery(text: string, known: ReadonlyMap<string, Parameter>): string {
  if (text === '') return '';
  const shown = text
    .split('&')
    .slice(0, known.size)
    .flatMap((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      const parameter = known.get(name);
      return parameter ? [`${name}=${isHarmless(parameter, value) ? value : '…'}`] : [];
    });
  return shown.join('&');
}

/** A text of digits may be a telephone number: of texts, only ids, dates and the contract's own choices are shown. */
function isHarmless({ name, schema }: Parameter, value: string): boolean {
  if (schema.enum?.includes(value)) return true;
  const isFreeText = schema.type === 'string' && schema.format === undefined && !/Ids?$/.test(name);
  return !isFreeText && HARMLESS.test(value);
}
