import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two attempts. */
const PAUSE = 100;

/** Waits until `look` returns a value; throws with the title after this many seconds. Errors count as no value. */
export async function until<T>(title: string, look: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${title} did not happen within ${seconds} s.`);
    await delay(PAUSE);
  }
}

/** The body of a JSON response of any status; undefined if there is none. */
export async function askJson<T>(url: string): Promise<{ status: number; body: T } | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
  return { status: response.status, body: (await response.json()) as T };
}

/** True if a URL returns 200, otherwise undefined. */
export async function answers(url: string): Promise<true | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.text();
  return response.status === 200 ? true : undefined;
}
