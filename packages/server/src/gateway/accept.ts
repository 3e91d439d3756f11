import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Next } from 'koa';
import type { Logger } from 'pino';
import { SCOPE_SETS } from '../control/products.ts';
import { parseJson, readBytes } from '../pipeline/body.ts';
import type { Context, RequestState, RouteContext, Stage } from '../pipeline/context.ts';
import type { Upgrade, Upgraded } from '../process/listener.ts';
import type { Region } from '../process/region.ts';
import type { NumberedRequest } from '../request-log/logged-request.ts';
import { type ForwardedRequest, GatewayChannel } from './gateway-channel.ts';
import { answerHello, HELLO, HelloRejected, PacketCodes, PROTOCOL } from './handshake.ts';
import type { Admitted } from './messages.ts';

interface Trust {
  readonly region: Region;
  readonly keys: readonly KeyObject[];
  readonly log: Logger;
}

/** Accepts channels from gateways of this deployment, whose requests go to the handler. Rejects all others with 401. */
export const acceptGateways = (handler: RequestListener, { region, keys, log }: Trust): Upgrade =>
  function acceptGateway(request: IncomingMessage, socket: Socket, first: Buffer): Upgraded | undefined {
    try {
      if (request.headers.upgrade !== PROTOCOL) throw new HelloRejected('it speaks another protocol');
      const { header, key } = answerHello(request.headers[HELLO]?.toString(), region, keys);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${PROTOCOL}\r\n${HELLO}: ${header}\r\n\r\n`,
      );
      return new GatewayChannel(socket, { codes: new PacketCodes(key), first, handler });
    } catch (error) {
      if (!(error instanceof HelloRejected)) throw error;
      log.warn({ reason: error.message, source: socket.remoteAddress }, 'rejected a connection of no gateway');
      const body = `${ONLY_GATEWAYS}: ${error.message}.\n`;
      const head = Object.entries({ ...REJECTION, 'Content-Length': body.length, Connection: 'close' });
      const lines = head.map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 401 Unauthorized\r\n${lines.join('')}\r\n${body}`);
      return undefined;
    }
  };

export const refuseOthers: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(401, REJECTION).end(`${ONLY_GATEWAYS}.\n`);
};

const ONLY_GATEWAYS = 'Only a gateway of this deployment may call a region';

const REJECTION = {
  'WWW-Authenticate': 'Tillgate-Channel',
  'Cache-Control': 'no-store',
  'Content-Type': 'text/plain; charset=utf-8',
};

/** All requests in a region come through a channel, but Koa's types know only Node's own. */
const forwardedOf = ({ req }: Context): ForwardedRequest => req as unknown as ForwardedRequest;

/** Sets the state that the gateway's stages would have set. */
export function takeAdmitted(ctx: Context, next: Next): Promise<void> {
  Object.assign(ctx.state, admittedState(forwardedOf(ctx).admitted));
  return next();
}

/** The gateway has already checked the scope. */
function admittedState(admitted: Admitted | undefined): Partial<RequestState> {
  if (!admitted) return { correlationId: '', source: '' };
  const { principal, merchant, appName, organizationId = null, keepsBodies, correlationId, source } = admitted;
  return {
    correlationId,
    source,
    principal: { ...principal, scopes: SCOPE_SETS[principal.product], allowedIps: undefined },
    merchant,
    app: { name: appName, organizationId, rateLimit: null, origins: [], rehearsals: [] },
    counted: true,
    ...(keepsBodies && { bodies: {} }),
  };
}

/** Runs the operation that the gateway's routes matched. A newer gateway may request one unknown to this region. */
export function runForwarded(stages: ReadonlyMap<string, Stage>) {
  return function runForwardedRequest(ctx: Context, next: Next): Promise<void> {
    const { operation = '', params = {} } = forwardedOf(ctx).route ?? {};
    const stage = stages.get(operation);
    if (!stage) return refuseUnknown(ctx, operation);
    ctx.state.operationId = operation;
    ctx.params = params;
    return stage(ctx as RouteContext, next);
  };
}

async function refuseUnknown(ctx: Context, operation: string): Promise<void> {
  ctx.status = NOT_IMPLEMENTED;
  ctx.body = `This version of the region does not know ${operation || ctx.path}.\n`;
}

export const NOT_IMPLEMENTED = 501;

interface Dependencies {
  /** False once the region is about to shut down. */
  readonly readiness: { readonly accepting: boolean };
  readonly writeRequests: (requests: readonly NumberedRequest[]) => Promise<void>;
}

/** Maximum bytes of logged requests in one message, which is all that a gateway can have collected. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Handles a gateway's own requests: readiness of the region, and requests to log. */
export function answerGateways({ readiness, writeRequests }: Dependencies) {
  return async function answerGateway(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === HEALTH) {
      ctx.status = readiness.accepting ? 200 : 503;
    } else if (ctx.path === REQUESTS && ctx.method === 'POST') {
      const body = await readBytes(ctx.req, MOST_BYTES, ctx.req.headers['content-length']);
      await writeRequests(parseJson(body.toString()) as NumberedRequest[]);
      ctx.status = 204;
    } else return next();
  };
}

export const HEALTH = '/health';

/** Path at which a region accepts requests for apps' logs. */
export const REQUESTS = '/requests';
