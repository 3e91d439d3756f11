import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PartnerError } from '../errors.ts';
import {
  Connection,
  checkHost,
  connectRefused,
  expectationFailed,
  parserRefusal,
  type Refuse,
  type Service,
} from './connection.ts';
import type { SocketPath } from './socket-path.ts';
import { StartError } from './start-error.ts';

/** Timeouts of a connection in milliseconds. */
export interface Timeouts {
  /** A request must arrive within this time. */
  readonly request: number;
  /** Interval of that check; a request may take longer by as much. */
  readonly check: number;
  /** Longer than load balancers keep connections open (usually 60 s), so that they never send to a closed one. */
  readonly keepAlive: number;
}

/** With `upgrades`, clients may switch to another protocol. */
type Acceptance = Timeouts & { readonly upgrades?: boolean };

export const TIMEOUTS: Timeouts = { request: 30_000, check: 500, keepAlive: 65_000 };

/** A port, or a Unix socket that only this user can open. */
type Place = SocketPath | { readonly port: number; readonly host?: string; readonly setting: string };

/** A connection that has left HTTP for another protocol. */
export interface Upgraded {
  /** Announces that the port is closing. The peer then ends the connection. */
  leave(): void;
  destroy(): void;
}

/** Takes a connection whose client asks for another protocol (RFC 9110 §7.8). Undefined if it was rejected. */
export type Upgrade = (request: IncomingMessage, socket: Socket, first: Buffer) => Upgraded | undefined;

/** Most connections that the system queues for acceptance, if it allows as many. */
const BACKLOG = 4096;

/** Longest time, in milliseconds, for which a closing port still accepts connections that clients have opened. */
const ACCEPT_FOR = 5_000;

/** Milliseconds between rounds of closing idle connections during a shutdown. */
const SWEEP = 50;

/** A port with its connections. It accepts at once, but requests wait until `serve` sets their handler. */
export class Listener {
  readonly #server: Server;
  readonly #service: Service;
  readonly #connections = new Map<Socket, Connection>();
  readonly #upgraded = new Set<Upgraded>();
  #accepted = 0;
  #upgrade: Upgrade | undefined;
  readonly #place: Place;

  static async open(place: Place, refuse: Refuse, timeouts: Acceptance = TIMEOUTS): Promise<Listener> {
    const listener = new Listener(place, refuse, timeouts);
    await listener.#listen(place);
    return listener;
  }

  private constructor(place: Place, refuse: Refuse, { request, check, keepAlive, upgrades }: Acceptance) {
    this.#place = place;
    this.#service = { refuse, closing: false };
    this.#server = createServer({
      requestTimeout: request,
      connectionsCheckingInterval: check,
      keepAliveTimeout: keepAlive,
      // Checked below, so that the rejection has a body.
      requireHostHeader: false,
    });
    this.#server.on('connection', (socket) => this.#add(socket));
    this.#server.on('request', (request, response) => {
      const refusal = checkHost(request);
      const connection = this.#connections.get(request.socket);
      if (refusal) connection?.refuse(refusal, request);
      else connection?.take(request, response);
    });
    this.#server.on('checkExpectation', (request) => this.#refuse(request.socket, expectationFailed(), request));
    this.#server.on('connect', (request, socket) => this.#refuse(socket as Socket, connectRefused(), request));
    this.#server.on('clientError', (error, socket) => this.#refuse(socket as Socket, parserRefusal(error)));
    if (upgrades) this.#server.on('upgrade', (...asked) => this.#leaveHttp(...asked));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  serve(handler: RequestListener, upgrade?: Upgrade): void {
    this.#upgrade = upgrade;
    this.#service.handler = handler;
    for (const connection of this.#connections.values()) connection.advance();
  }

  /**
   * Stops accepting connections, responds to requests that have arrived, and resolves once every connection is closed:
   * an idle one after `quiet` milliseconds, all of them after `within`. The next response tells an active client.
   */
  async stop({ within, quiet }: { readonly within: number; readonly quiet: number }): Promise<void> {
    this.#service.closing = true;
    const closed = this.#acceptOpened(Math.min(within, ACCEPT_FOR)).then(() => this.#stopAccepting());
    for (const connection of this.#connections.values()) connection.announceClose();
    for (const upgraded of this.#upgraded) upgraded.leave();
    const sweep = setInterval(() => {
      for (const connection of this.#connections.values()) connection.closeIfIdle(quiet);
    }, SWEEP);
    const deadline = setTimeout(() => {
      for (const open of [...this.#connections.values(), ...this.#upgraded]) open.destroy();
    }, within);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    this.#server.close();
    if ('path' in this.#place) this.#place.release();
  }

  /** Accepts the connections that clients have opened. The system would reset them when the port is closed. */
  async #acceptOpened(within: number): Promise<void> {
    const end = performance.now() + within;
    for (let before = -1; this.#accepted > before && performance.now() < end; ) {
      before = this.#accepted;
      // Node accepts one connection between two turns of this kind.
      await nextTurn();
      await nextTurn();
    }
  }

  /** Avoids the server's `close`, which would end idle connections without notice and stop the timeouts. */
  #stopAccepting(): Promise<void> {
    return new Promise((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
  }

  #refuse(socket: Socket, refusal: PartnerError, request?: IncomingMessage): void {
    // A connection that was never used needs no response.
    if (socket.bytesRead === 0) socket.destroy();
    else this.#connections.get(socket)?.refuse(refusal, request);
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    this.#connections.set(socket, new Connection(socket, this.#service));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#connections.delete(socket));
  }

  #leaveHttp(request: IncomingMessage, stream: Duplex, first: Buffer): void {
    const socket = stream as Socket;
    this.#connections.delete(socket);
    // Before the listener serves, the client has to connect again.
    if (!this.#upgrade) return void socket.destroy();
    const upgraded = this.#upgrade(request, socket, first);
    if (!upgraded) return;
    this.#upgraded.add(upgraded);
    socket.once('close', () => this.#upgraded.delete(upgraded));
    if (this.#service.closing) upgraded.leave();
  }

  #listen(place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      // This handler stays installed, so that a connection that cannot be accepted later affects no other.
      this.#server.on('error', (error) => reject(new StartError(reasonOf(error, place))));
      if (!('path' in place)) {
        const { port, host } = place;
        return void this.#server.listen({ port, backlog: BACKLOG, ...(host && { host }) }, resolve);
      }
      // Sets the mode from the start: another user could open the file before a later change.
      const mask = process.umask(0o177);
      try {
        this.#server.listen(place.path, resolve);
      } finally {
        process.umask(mask);
      }
    });
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
