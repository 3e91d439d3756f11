import { send } from '../http/send.ts';

/** The target's clock. Can be moved if it is a test clock. */
export class TargetClock {
  readonly #url: string | undefined;
  #ahead = 0;
  #moving: Promise<unknown> = Promise.resolve();

  constructor(url: string | undefined) {
    this.#url = url;
  }

  get movable(): boolean {
    return this.#url !== undefined;
  }

  readonly now = (): number => Date.now() + this.#ahead;

  async advance(seconds: number): Promise<void> {
    const moving = this.#ask('POST', JSON.stringify({ advance: seconds })).then((answer) => {
      this.#ahead = answer - Date.now();
    });
    this.#moving = moving.catch(() => {});
    await moving;
  }

  /** The earliest and the latest time that the target's clock may show, which differ while it is being moved. */
  async span(): Promise<readonly [number, number]> {
    const earliest = this.now();
    await this.#moving;
    return [earliest, this.now()];
  }

  /** Reads the time. Throws if the configured clock is unreachable. */
  async read(): Promise<void> {
    if (this.#url) this.#ahead = (await this.#ask('GET')) - Date.now();
  }

  async wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    if (this.#url) await this.advance(Math.ceil(milliseconds / 1000));
    else await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  async #ask(method: string, body?: string): Promise<number> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await send({ method, url: this.#url ?? '', headers, body });
    const now = Date.parse(String((answer.body as { now?: unknown } | null)?.now));
    if (answer.status !== 200 || Number.isNaN(now))
      throw new Error(`The test clock answered ${answer.status}: ${answer.text}`);
    return now;
  }
}
