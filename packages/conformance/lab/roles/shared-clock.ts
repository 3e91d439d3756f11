import { text } from 'node:stream/consumers';
import { closed, listening, urlOf } from '../embedded/listening.ts';

/** One test clock for several processes. */
export interface SharedClock {
  readonly url: string;
  close(): Promise<void>;
}

/** Advances the clocks of all processes. Returns the last response. */
export async function shareClock(opsUrls: readonly string[]): Promise<SharedClock> {
  const server = await listening(async (request, response) => {
    const body = await text(request);
    const init =
      request.method === 'POST' ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } : {};
    const answers = await Promise.all(opsUrls.map((url) => fetch(`${url}/clock`, init)));
    const [last] = answers.slice(-1);
    response.writeHead(last?.status ?? 500, { 'Content-Type': 'application/json' }).end(await last?.text());
  });
  return { url: `${urlOf(server)}/clock`, close: () => closed(server) };
}
