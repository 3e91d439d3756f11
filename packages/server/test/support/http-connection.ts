import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ConnectionAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** HTTP connection that stays open; the test writes its bytes and reads each response. */
export class HttpConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #error: Error | undefined;
  #wake: () => void = () => {};
  readonly closed: Promise<void>;

  static async to(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', (error) => {
      this.#error = error;
    });
    // By then, everything that the server sent has arrived.
    socket.once('end', () => {
      socket.end();
      this.#wake();
    });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.closed.then(() => this.#wake());
  }

  /** The error that broke the connection, if any. */
  get error(): Error | undefined {
    return this.#error;
  }

  send(...parts: (string | Buffer)[]): void {
    for (const part of parts) this.#socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  }

  /** Ends the sending side; responses can still be read. */
  end(): void {
    this.#socket.end();
  }

  /** Takes the next response; undefined if the connection closes without one. */
  async answer(): Promise<ConnectionAnswer | undefined> {
    for (;;) {
      const taken = this.#take();
      if (taken) return taken;
      if (this.#socket.readableEnded || this.#socket.destroyed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async answers(count: number): Promise<ConnectionAnswer[]> {
    const all: ConnectionAnswer[] = [];
    for (let answer = await this.answer(); answer; answer = await this.answer()) {
      all.push(answer);
      if (all.length === count) break;
    }
    return all;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Parses a response. The server always states its length. */
  #take(): ConnectionAnswer | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [statusLine = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const status = Number(statusLine.split(' ')[1]);
    const length = status === 100 ? 0 : Number(headers.get('content-length') ?? 0);
    const after = end + 4 + length;
    if (this.#received.length < after) return undefined;
    const text = this.#received.subarray(end + 4, after).toString();
    this.#received = this.#received.subarray(after);
    return status === 100 ? this.#take() : { status, headers, text };
  }
}
