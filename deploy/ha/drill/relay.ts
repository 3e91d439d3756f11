import { connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards connections to a port until it is cut, like a network cable. */
export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  #isCut = false;

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as { port: number }).port;
  }

  static async to(port: number): Promise<Relay> {
    const sockets = new Set<Socket>();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const relay = new Relay(server, sockets);
    server.on('connection', (near) => relay.#pass(near, port));
    return relay;
  }

  /** Drops traffic in both directions without closing connections. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Closes the old connections; new ones pass. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.mend();
  }

  #pass(near: Socket, port: number): void {
    this.#keep(near);
    if (this.#isCut) return void near.pause();
    const far = connect(port, '127.0.0.1');
    this.#keep(far);
    near.on('data', (chunk) => far.write(chunk)).on('close', () => far.destroy());
    far.on('data', (chunk) => near.write(chunk)).on('close', () => near.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }
}
