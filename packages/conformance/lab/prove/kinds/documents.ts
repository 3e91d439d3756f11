import type { AppDependencies } from '@tillgate/server/app.ts';
import type { Fault } from '../fault.ts';
import { amountOf } from './amounts.ts';
import { type HandlerId, handle, type Request, replied, server } from './server.ts';

/** Ways for stock documents to be wrong. */

export interface Line {
  readonly id: number;
  readonly outstanding: string;
  readonly [field: string]: unknown;
}
export type Doc = Record<string, unknown> & { readonly lines: readonly Line[] };

type Reply = { status: number; body: string; headers?: Record<string, string> };
type Read = (request: Request) => Promise<Reply>;

const readerOf = (deps: AppDependencies, id: HandlerId): Read => deps.handlers[id] as unknown as Read;

/** The handler gets a request that was changed by what is stored. */
export const knowing = (
  id: string,
  breaks: string,
  text: string,
  operation: HandlerId,
  reader: HandlerId,
  change: (request: Request, doc: Doc) => Request,
): Fault =>
  server(id, breaks, text, (deps, mark) =>
    handle(deps, [operation], (sound) => async (request) => {
      const stored = await readerOf(deps, reader)(request).catch(() => undefined);
      if (!stored) return sound(request);
      const changed = change(request, JSON.parse(stored.body) as Doc);
      if (changed !== request) mark();
      return sound(changed);
    }),
  );

/** A refusal of this code is swallowed: the record is answered as it was. */
export const swallowing = (
  id: string,
  breaks: string,
  text: string,
  operation: HandlerId,
  reader: HandlerId,
  swallows: (doc: Doc, request: Request) => boolean,
): Fault =>
  server(id, breaks, text, (deps, mark) =>
    handle(deps, [operation], (sound) => async (request) => {
      const stored = await readerOf(deps, reader)(request).catch(() => undefined);
      return sound(request).catch((error: { status?: number }) => {
        if (error.status !== 409 || !stored || !swallows(JSON.parse(stored.body) as Doc, request)) throw error;
        mark();
        return stored;
      });
    }),
  );

/** What documents of a kind are answered as. */
export const shown = (
  id: string,
  breaks: string,
  text: string,
  operations: readonly HandlerId[],
  change: (doc: Doc) => object,
): Fault => replied(id, breaks, text, operations, (body) => change(body as Doc));

export const ORDERS = [
  'createPurchaseOrder',
  'getPurchaseOrder',
  'updatePurchaseOrder',
  'receivePurchaseOrder',
] as const;

export const linesOf = (request: Request): { lineId: number; quantity: string }[] =>
  (request.body.lines ?? []) as { lineId: number; quantity: string }[];

/** No line is received beyond what is outstanding. */
export function clipped(request: Request, { lines }: Doc): Request {
  const most = new Map(lines.map((line) => [line.id, line.outstanding]));
  const cut = linesOf(request).map((line) => {
    const limit = most.get(line.lineId);
    return limit !== undefined && amountOf(line.quantity) > amountOf(limit) ? { ...line, quantity: limit } : line;
  });
  return { ...request, body: { ...request.body, lines: cut } };
}

/** The statement of the ledger with another source of what is moved. */
export const moving = (condition: string): ((text: string) => string) => {
  return (text) => text.replace(/(with ordinality as m \([^)]*\))/, `$1 where ${condition}`);
};
