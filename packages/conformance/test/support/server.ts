import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { closed, listening, urlOf } from '../../src/http/listening.ts';

/** Starts a server for the current test. Returns its origin. */
export async function serve(respond: RequestListener): Promise<string> {
  const server = await listening(respond);
  onTestFinished(() => closed(server));
  return urlOf(server);
}
