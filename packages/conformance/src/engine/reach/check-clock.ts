import { CannotRun } from '../../exit.ts';
import type { Answer } from '../../http/send.ts';
import type { Session } from '../session.ts';

const MINUTE = 60_000;

/** Milliseconds by which the deployment's clock may differ from the suite's. */
const MOST_APART = 2 * MINUTE;

/** Reads the test clock, from which the times of all tokens are computed. */
export async function readClock({ clock, target }: Session): Promise<void> {
  await clock.read().catch((error: Error) => {
    throw new CannotRun(`clockUrl: ${target.clockUrl} is not a test clock (${error.message}).`);
  });
}

/** Rejects a deployment whose clock is far from the suite's, or from the test clock that the configuration names. */
export async function checkClock(session: Session, token: string): Promise<void> {
  const { clockUrl, baseUrl } = session.target;
  const rejected = await session.send('GET', '/stores');
  const now = session.clock.now();
  const apart = timesOf(rejected, token, clockUrl !== undefined)
    .map((time) => time - now)
    .filter((difference) => Math.abs(difference) > MOST_APART);
  const [first, second] = apart;
  // One wrong time is a fault that the cases find. Two are those of a clock.
  if (first === undefined || second === undefined || Math.abs(first - second) > MOST_APART) return;
  const difference = `${Math.round(Math.abs(first) / MINUTE)} minutes ${first > 0 ? 'ahead of' : 'behind'}`;
  throw new CannotRun(
    clockUrl === undefined
      ? `clockUrl: the clock of ${baseUrl} is ${difference} this machine's. Set the wrong one, or name the test clock of the deployment here.`
      : `clockUrl: the clock of ${baseUrl} is ${difference} the test clock ${clockUrl}, which is not its own.`,
  );
}

/** Times of the deployment: in an error, in a new token and, unless the clock is one for tests, of the machine. */
function timesOf({ body, headers }: Answer, token: string, isTestClock: boolean): number[] {
  const { timestamp } = (body ?? {}) as { timestamp?: unknown };
  const machine = isTestClock ? Number.NaN : Date.parse(headers.date ?? '');
  return [Date.parse(String(timestamp)), issuedAt(token) * 1000, machine].filter((time) => !Number.isNaN(time));
}

function issuedAt(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return Number(claims.iat);
  } catch {
    return Number.NaN;
  }
}
