import { CannotRun } from '../../exit.ts';
import { type Answer, NoAnswer } from '../../http/send.ts';

/** The response at the URL of a field, which is wrong if there is none. */
export async function answered(field: string, url: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CannotRun(`${field}: ${url} is unreachable (${error.reason}).`);
  }
}
