import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Config } from '../config.ts';
import type { WebhookRequest } from '../contract/generated/types.gen.ts';
import type { Resource } from '../database/change-log.ts';
import type { Operations } from '../operations/operations.ts';
import { BodyError, readBody } from '../pipeline/body.ts';
import { StartError } from '../process/start-error.ts';
import { problemOfSignature } from '../webhooks/signature.ts';
import { findServer, withServer } from './connect.ts';

export interface Listening {
  readonly appId: number;
  /** 0 picks a free port. */
  readonly port: number;
  readonly resources?: readonly Resource[] | undefined;
  readonly forward?: string | undefined;
  readonly stopped: Promise<unknown>;
  write(text: string): void;
}

/** Receives an app's sandbox webhooks at a temporary endpoint on this machine until `stopped` resolves. */
export async function listen(config: Config, listening: Listening): Promise<void> {
  // Without a server, an embedded database sends nothing.
  if (config.databaseUrl === undefined && !(await findServer(config)))
    throw new StartError('Start the server first, with `tillgate serve`: it sends the requests.');
  await withServer(config, { access: 'write' }, (operations) => receive(operations, listening));
}

async function receive(operations: Operations, listening: Listening): Promise<void> {
  const { appId, port, resources, stopped, write } = listening;
  await removeLeftBehind(operations, appId);
  let secret = '';
  const server = createServer(async (request, response) => {
    const status = await statusFor(request, secret, listening).catch((error: unknown) => {
      if (error instanceof BodyError) return 400;
      throw error;
    });
    response.writeHead(status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The port ${port} cannot be listened on: ${error.code}.`, { cause: error });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  try {
    const endpoint = { appId, env: 'SANDBOX', url, ...(resources && { resources: [...resources] }) } as const;
    const added = await operations.call('webhook.add', endpoint);
    const { endpointId } = added;
    try {
      secret = added.secret;
      write(`Listening on ${url} as endpoint ${endpointId} of app ${appId}. Stop with Ctrl-C.\nSecret: ${secret}\n\n`);
      await stopped;
    } finally {
      await operations.call('webhook.remove', { endpointId });
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Verifies and prints a request. Returns the status of the response. */
async function statusFor(request: IncomingMessage, secret: string, { write, forward }: Listening): Promise<number> {
  const { text: body } = await readBody(request, ['application/json']);
  const problem = problemOfSignature({ headers: request.headers, body }, secret, Date.now());
  if (problem) {
    write(`Rejected a request: ${problem}\n`);
    return 401;
  }
  const status = forward === undefined ? 204 : await forwarded(forward, request, body);
  const answered = forward === undefined ? '' : ` · forwarded: ${status}`;
  write(`${request.headers['webhook-id']} ${summaryOf(JSON.parse(body) as WebhookRequest)}${answered}\n`);
  return status;
}

/** Path that identifies the temporary endpoints. */
const PATH = '/tillgate-webhook-listen';

/** Removes endpoints of earlier runs that were killed, where nothing listens any more. */
async function removeLeftBehind(operations: Operations, appId: number): Promise<void> {
  const { data } = await operations.call('webhook.list', { appId });
  for (const { endpointId, env, url } of data) {
    const { pathname, port } = new URL(url);
    if (env !== 'SANDBOX' || pathname !== PATH) continue;
    const socket = connect(Number(port), '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isListening) await operations.call('webhook.remove', { endpointId });
  }
}

/** Milliseconds that a forwarded request may take. The service waits for 20 seconds. */
const PATIENCE = 19_000;

const KEPT = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Forwards a request. Returns the status of its response; 502 if there is none. */
async function forwarded(url: string, { headers }: IncomingMessage, body: string): Promise<number> {
  const kept = KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]));
  const signal = AbortSignal.timeout(PATIENCE);
  const request = { method: 'POST', body, headers: Object.fromEntries(kept), redirect: 'manual', signal } as const;
  return fetch(url, request).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => 502,
  );
}

const MOST_PRINTED = 10;

function summaryOf(request: WebhookRequest): string {
  if (request.type === 'test') return 'test';
  if (request.type === 'resync') return `merchant ${request.merchantId}: read everything again (${request.reason})`;
  const { merchantId, data } = request;
  const lines = data.slice(0, MOST_PRINTED).map(({ resource, id, kind, properties }) => {
    const which = properties.length > 0 ? `: ${properties.join(', ')}` : '';
    return `\n  ${resource} ${id} ${kind}${which}`;
  });
  const more = data.length > MOST_PRINTED ? `\n  and ${data.length - MOST_PRINTED} more` : '';
  return `merchant ${merchantId}: ${data.length} ${data.length === 1 ? 'change' : 'changes'}${lines.join('')}${more}`;
}
