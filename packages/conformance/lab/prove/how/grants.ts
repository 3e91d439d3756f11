import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ApiChange, Body, ProxyChange } from '../fault.ts';
import { request } from './requests.ts';
import { eachRow, type Row, readRows } from './rows.ts';

/** Changes to requests and grants at the token endpoints. */

export type Fields = Record<string, string>;

/** Fields of a token request in either format. */
export function fieldsOf(text: string): Fields {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return {};
  }
}

export const fieldsAs = (fields: Fields, like: string): string =>
  like.startsWith('{') ? JSON.stringify(fields) : new URLSearchParams(fields).toString();

/** Changes the fields of a token request. */
export const inGrant = (change: (fields: Fields) => Fields, path = /\/oauth\/token$/): ProxyChange =>
  request((passing) => {
    if (passing.method !== 'POST' || !path.test(passing.url)) return;
    const fields = fieldsOf(passing.requestBody);
    const changed = change(fields);
    if (changed !== fields) passing.requestBody = fieldsAs(changed, passing.requestBody);
  });

/** A grant, and the client that presents it. */
export interface Presented {
  readonly fields: Fields;
  readonly client: Row;
}

export const CLIENT = /from control\.client_credentials c join control\.apps/;

/**
 * Replaces the stored row of a grant. `change` returns the new row, and as `judged` the fields that
 * the grant is checked against.
 */
export function grantRow(
  statement: RegExp,
  change: (row: Row, presented: Presented) => Row,
  judged?: (fields: Fields) => Fields,
): ApiChange {
  // The requests of one trial come in sequence, or with the same code.
  let fields: Fields = {};
  let client: Row = {};
  return {
    api: (deps, mark) => {
      const authenticated = readRows(deps, CLIENT, (rows) => {
        client = rows[0] ?? client;
        return rows;
      });
      return readRows(
        authenticated,
        statement,
        eachRow(mark, (row) => change(row, { fields, client })),
      );
    },
    apiStage: () =>
      async function noteFields(ctx, next) {
        if (ctx.method === 'POST' && /\/token$/.test(ctx.path)) fields = await noted(ctx, judged);
        await next();
      },
  };
}

/** Reads the body and restores it, modified if `change` returns a new one. */
export async function noted(ctx: { req: IncomingMessage }, change = (fields: Fields) => fields): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const fields = fieldsOf(text);
  const changed = change(fields);
  const body = Buffer.from(changed === fields ? text : fieldsAs(changed, text));
  const { method, url, socket, headers, rawHeaders } = ctx.req;
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
  ctx.req = Object.assign(Readable.from(body.length > 0 ? [body] : []), {
    method,
    url,
    socket,
    headers,
    rawHeaders,
  }) as unknown as IncomingMessage;
  return fields;
}

/** Reads a response's body, even a stream, and restores it. */
export async function answered(ctx: { body: unknown }): Promise<Body> {
  if (!(ctx.body instanceof Readable)) return (ctx.body ?? {}) as Body;
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.body) chunks.push(Buffer.from(chunk));
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
  ctx.body = body;
  return body;
}
