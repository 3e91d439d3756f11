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

  /** Everything that arrives until the server closes the connection, as one response. */
  async last(): Promise<ConnectionAnswer> {
    await this.closed;
    if (this.#error) throw this.#error;
    const { end, status, headers } = headOf(this.#received);
    const payload = this.#received.subarray(end + 4).toString('latin1');
    const bytes = headers.get('transfer-encoding') === 'chunked' ? dechunk(payload) : payload;
    return { status, headers, text: Buffer.from(bytes, 'latin1').toString() };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection once everything is sent, without waiting for a response. */
  async hangUp(): Promise<void> {
    this.#socket.destroySoon();
    await this.closed;
  }

  /** Parses a response. The server always states its length. */
  #take(): ConnectionAnswer | undefined {
    const { end, status, headers } = headOf(this.#received);
    if (end < 0) return undefined;
    const length = status === 100 ? 0 : Number(headers.get('content-length') ?? 0);
    const after = end + 4 + length;
    if (this.#received.length < after) return undefined;
    const text = this.#received.subarray(end + 4, after).toString();
    this.#received = this.#received.subarray(after);
    return status === 100 ? this.#take() : { status, headers, text };
  }
}

function headOf(received: Buffer): { end: number; status: number; headers: Headers } {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  return { end, status: Number(statusLine.split(' ')[1]), headers };
}

function dechunk(payload: string): string {
  const at = payload.indexOf('\r\n');
  const size = Number.parseInt(payload.slice(0, at), 16);
  return size > 0 ? payload.slice(at + 2, at + 2 + size) + dechunk(payload.slice(at + 4 + size)) : '';
}
