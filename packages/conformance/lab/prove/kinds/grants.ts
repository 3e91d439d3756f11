import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ApiStage, Mark, ProxyFault, ServerFault } from '../fault.ts';
import { patchRows, type Row } from '../sql.ts';
import { asks } from './requests.ts';

/** Ways for the token endpoints to be wrong. */

export type Fields = Record<string, string>;

/** The fields of a token request, whichever way they come. */
export function fieldsOf(text: string): Fields {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return {};
  }
}

export const textOf = (fields: Fields, like: string): string =>
  like.startsWith('{') ? JSON.stringify(fields) : new URLSearchParams(fields).toString();

/** Changes the fields of a token request on its way. */
export const inGrant = (
  id: string,
  breaks: string,
  text: string,
  change: (fields: Fields) => Fields,
  path = /\/oauth\/token$/,
): ProxyFault =>
  asks(id, breaks, text, (passing) => {
    if (passing.method !== 'POST' || !path.test(passing.url)) return;
    const fields = fieldsOf(passing.requestBody);
    const changed = change(fields);
    if (changed !== fields) passing.requestBody = textOf(changed, passing.requestBody);
  });

/** What a code or a refresh token is known by looks otherwise to whoever presents it. */
export interface Presented {
  readonly fields: Fields;
  readonly client: Row;
}

type Deps = Parameters<ServerFault['patch']>[0];

/**
 * The service reads another row than there is of what a grant presents; `change` gives that row, and may change the
 * fields that the grant is then judged by.
 */
export const grantRow = (
  id: string,
  breaks: string,
  text: string,
  statement: RegExp,
  change: (row: Row, presented: Presented) => Row,
  judged?: (fields: Fields) => Fields,
): ServerFault => {
  // The requests of a trial come one after another, or under one code.
  let fields: Fields = {};
  let client: Row = {};
  const patch = (deps: Deps, mark: Mark): Deps => {
    const authenticated = patchRows(deps, /from control\.client_credentials c join control\.apps/, (rows) => {
      client = rows[0] ?? client;
      return rows;
    });
    return patchRows(authenticated, statement, (rows) =>
      rows.map((row) => {
        const changed = change(row, { fields, client });
        if (changed !== row) mark();
        return changed;
      }),
    );
  };
  const stage = (): ApiStage =>
    async function noteFields(ctx, next) {
      if (ctx.method === 'POST' && /\/token$/.test(ctx.path)) fields = await noted(ctx, judged);
      await next();
    };
  return { id: `grant.${id}`, level: 'server', breaks, text, patch, stage };
};

/** Reads the body and puts it back, changed if `change` says so. */
export async function noted(ctx: { req: IncomingMessage }, change = (fields: Fields) => fields): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const fields = fieldsOf(text);
  const changed = change(fields);
  const body = Buffer.from(changed === fields ? text : textOf(changed, text));
  const { method, url, socket, headers, headersDistinct } = ctx.req;
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
  ctx.req = Object.assign(Readable.from(body.length > 0 ? [body] : []), {
    method,
    url,
    socket,
    headers,
    headersDistinct,
  }) as unknown as IncomingMessage;
  return fields;
}
