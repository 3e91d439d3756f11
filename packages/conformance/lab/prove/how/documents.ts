import type { Handler, HandlerChange, Operation, Request } from '../fault.ts';
import { amountOf } from './amounts.ts';
import { handler, handlerOf, replying } from './handlers.ts';

/** Changes to stock documents. */

export interface Line {
  readonly id: number;
  readonly outstanding: string;
  readonly [field: string]: unknown;
}
export type Doc = Record<string, unknown> & { readonly lines: readonly Line[] };

const stored = (read: Handler, request: Request) => read(request).catch(() => undefined);

/** Changes a handler's request with knowledge of the stored record. */
export const knowing = (reader: Operation, change: (request: Request, doc: Doc) => Request): HandlerChange =>
  handler((sound, mark, deps) => async (request) => {
    const found = await stored(handlerOf(deps, reader), request);
    if (!found) return sound(request);
    const changed = change(request, JSON.parse(found.body) as Doc);
    if (changed !== request) mark();
    return sound(changed);
  });

/** Swallows a conflict and returns the unchanged record. */
export const swallowing = (reader: Operation, swallows: (doc: Doc, request: Request) => boolean): HandlerChange =>
  handler((sound, mark, deps) => async (request) => {
    const found = await stored(handlerOf(deps, reader), request);
    return sound(request).catch((error: { status?: number }) => {
      if (error.status !== 409 || !found || !swallows(JSON.parse(found.body) as Doc, request)) throw error;
      mark();
      return found;
    });
  });

/** Changes documents in responses. */
export const showing = (change: (doc: Doc) => object): HandlerChange =>
  replying((body) => change(body as unknown as Doc));

export const ORDERS = [
  'createPurchaseOrder',
  'getPurchaseOrder',
  'updatePurchaseOrder',
  'receivePurchaseOrder',
] as const;

export const linesOf = (request: Request): { lineId: number; quantity: string }[] =>
  (request.body.lines ?? []) as { lineId: number; quantity: string }[];

/** Limits a receipt to the outstanding quantities. */
export function clipped(request: Request, { lines }: Doc): Request {
  const most = new Map(lines.map((line) => [line.id, line.outstanding]));
  const cut = linesOf(request).map((line) => {
    const limit = most.get(line.lineId);
    return limit !== undefined && amountOf(line.quantity) > amountOf(limit) ? { ...line, quantity: limit } : line;
  });
  return { ...request, body: { ...request.body, lines: cut } };
}
