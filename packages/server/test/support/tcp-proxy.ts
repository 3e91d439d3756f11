import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Proxy to a server, or to several in turn, whose connections can be cut or silenced. */
export class TcpProxy {
  /** Bytes sent to the server since the proxy went silent. */
  swallowed = '';
  accepted = 0;
  readonly #targets: readonly URL[];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #silent = false;
  #held: PromiseWithResolvers<void> | undefined;

  constructor(...targets: [string, ...string[]]) {
    this.#targets = targets.map((target) => new URL(target));
  }

  /** URL of the first target through this proxy; known once it is open. */
  get url(): string {
    const url = new URL(this.#targets[0] as URL);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Accepts connections, on the same port each time. */
  async open(): Promise<void> {
    this.#server = createServer((client) => {
      const { hostname, port } = this.#targets[this.accepted % this.#targets.length] as URL;
      this.#join(client, connect(Number(port), hostname));
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections and rejects new ones until the proxy is opened again. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Stops forwarding data without telling either end. */
  silence(): void {
    this.#silent = true;
    this.swallowed = '';
    for (const socket of this.#sockets) this.#swallow(socket);
  }

  /** Delays what arrives on the present connections and on new ones, as a server that is busy would. */
  hold(): void {
    this.#held = Promise.withResolvers();
    for (const socket of this.#sockets) socket.pause();
  }

  /** Forwards what was delayed. */
  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Forwards new connections again; silent ones stay silent. */
  restore(): void {
    this.#silent = false;
  }

  #swallow(socket: Socket): void {
    socket.unpipe();
    socket.on('data', (bytes: Buffer) => {
      this.swallowed += bytes.toString('latin1');
    });
    socket.resume();
  }

  #join(client: Socket, server: Socket): void {
    this.accepted += 1;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        for (const one of [client, server]) one.destroy();
      });
    }
    if (this.#silent) this.#swallow(client);
    else if (this.#held) void this.#held.promise.then(() => client.pipe(server).pipe(client));
    else client.pipe(server).pipe(client);
  }
}
