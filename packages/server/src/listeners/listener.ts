import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { PartnerError } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { Connection, type Service } from './connection.ts';
import { checkHost, connectRefused, expectationFailed, parserRefusal, type Refuse } from './refusals.ts';
import type { SocketPath } from './socket-path.ts';

/** Time limits of a connection, in milliseconds. */
export interface Timeouts {
  /** A request must arrive within this time. */
  readonly request: number;
  /** Interval of that check, by which a request may take longer. */
  readonly check: number;
  /** Longer than a load balancer keeps a connection (usually 60 s), so that it never sends to a closed one. */
  readonly keepAlive: number;
}

export const TIMEOUTS: Timeouts = { request: 30_000, check: 500, keepAlive: 65_000 };

interface Acceptance extends Timeouts {
  /** Bytes of a request line with its headers; 16 kB by default. */
  readonly head?: number;
}

export interface Port {
  readonly port: number;
  readonly host?: string;
  readonly setting: string;
}

/** A port, or a Unix socket that only this user can open. */
export type Place = Port | SocketPath;

export interface Stop {
  /** Milliseconds after which all connections are closed. */
  readonly within: number;
  /** Milliseconds after which an idle connection is closed; an active client is told in its next response. */
  readonly quiet: number;
}

/** Interval for closing idle connections during a shutdown, in milliseconds. */
const SWEEP = 50;

/** A port with its connections. It accepts at once; requests wait until `serve` sets their handler. */
export class Listener {
  readonly #server: Server;
  readonly #service: Service;
  readonly #connections = new Map<Socket, Connection>();
  readonly #place: Place;

  static async open(place: Place, refuse: Refuse, timeouts: Acceptance = TIMEOUTS): Promise<Listener> {
    const listener = new Listener(place, refuse, timeouts);
    await listener.#listen(place);
    return listener;
  }

  private constructor(place: Place, refuse: Refuse, { request, check, keepAlive, head }: Acceptance) {
    this.#place = place;
    this.#service = { refuse, closing: false };
    this.#server = createServer({
      requestTimeout: request,
      ...(head && { maxHeaderSize: head }),
      connectionsCheckingInterval: check,
      keepAliveTimeout: keepAlive,
      // Checked below, so that the rejection has a body.
      requireHostHeader: false,
    });
    this.#attach(this.#server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  serve(handler: RequestListener): void {
    this.#service.handler = handler;
    for (const connection of this.#connections.values()) connection.advance();
  }

  /** Stops accepting, responds to what has arrived, and resolves when every connection is closed. */
  async stop({ within, quiet }: Stop): Promise<void> {
    const closed = this.#stopAccepting();
    this.#service.closing = true;
    for (const connection of this.#connections.values()) connection.announceClose();
    const sweep = setInterval(() => this.#each((connection) => connection.closeIfIdle(quiet)), SWEEP);
    const deadline = setTimeout(() => this.#each((connection) => connection.destroy()), within);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    this.#server.close();
    if ('path' in this.#place) this.#place.release();
  }

  /** Does not call the server's `close`, which would end idle connections without notice and stop the timeouts. */
  #stopAccepting(): Promise<void> {
    return new Promise((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
  }

  #each(work: (connection: Connection) => void): void {
    for (const connection of this.#connections.values()) work(connection);
  }

  #attach(server: Server): void {
    server.on('connection', (socket) => this.#add(socket));
    server.on('request', (request, response) => {
      const refusal = checkHost(request);
      const connection = this.#connections.get(request.socket);
      if (refusal) connection?.refuse(refusal, request);
      else connection?.take(request, response);
    });
    server.on('checkExpectation', (request) => this.#refuse(request.socket, expectationFailed(), request));
    server.on('connect', (request, socket) => this.#refuse(socket as Socket, connectRefused(), request));
    server.on('clientError', (error, socket) => this.#refuse(socket as Socket, parserRefusal(error)));
  }

  #refuse(socket: Socket, refusal: PartnerError, request?: IncomingMessage): void {
    // An unused connection needs no response.
    if (socket.bytesRead === 0) socket.destroy();
    else this.#connections.get(socket)?.refuse(refusal, request);
  }

  #add(socket: Socket): void {
    this.#connections.set(socket, new Connection(socket, this.#service));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#connections.delete(socket));
  }

  #listen(place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      // The listener stays, so that a later failure to accept a connection affects no other.
      this.#server.on('error', (error) => reject(new StartError(reasonOf(error, place))));
      if ('path' in place) asOwnerOnly(() => this.#server.listen(place.path, resolve));
      else this.#server.listen({ port: place.port, ...(place.host && { host: place.host }) }, resolve);
    });
  }
}

/** Restricts a file to this user from its creation on; changed later, another user could have opened it before. */
function asOwnerOnly(create: () => void): void {
  const mask = process.umask(0o177);
  try {
    create();
  } finally {
    process.umask(mask);
  }
}

function reasonOf({ code }: NodeJS.ErrnoException, place: Place): string {
  if ('path' in place) return `The socket ${place.path} cannot be opened (${code}).`;
  const { port, host, setting } = place;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; set ${setting} to another.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; set TILLGATE_OPS_HOST to one.`;
    default:
      return `Port ${port} cannot be opened (${code}); set ${setting} to another.`;
  }
}
