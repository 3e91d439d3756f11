import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Clock } from './time.ts';

const INTERVAL = 60_000;

/** Collects this many bytes or milliseconds of lines per write, because each write is a system call. */
const TOGETHER = { minLength: 4096, periodicFlush: 100 };

/** Error properties in which libraries put rows, requests and settings, and names of secrets. */
const REDACTED = [
  ...['detail', 'where', 'parameters', 'command.args', 'config', 'response'].map((name) => `err.${name}`),
  ...[
    'authorization',
    'password',
    'secret',
    'token',
    'apiKey',
    'clientSecret',
    'refreshToken',
    'code_verifier',
  ].flatMap((name) => [name, `*.${name}`]),
];

const CAUSES = 500;

/**
 * Log of the process. Logs an error once per cause and minute, with its count: when a database is
 * down every request fails, and a stack trace for each would bury everything else.
 */
export function createLog(clock: Clock, destination: DestinationStream = pino.destination(TOGETHER)): Logger {
  const recent = new LRUCache<string, { until: number; repeated: number }>({ max: CAUSES });

  const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function logOnce(args, method) {
    const [fields, message] = args as unknown as [{ err?: unknown }, string?];
    if (typeof fields !== 'object' || !(fields?.err instanceof Error)) return method.apply(this, args);
    // Errors of the same kind and wording share a cause.
    const { name, code = '', message: wording } = fields.err as NodeJS.ErrnoException;
    const cause = `${message ?? ''}\n${name}\n${code}\n${wording.slice(0, 500)}`;
    const seen = recent.get(cause);
    const left = (seen?.until ?? 0) - clock();
    // More is left only if the clock was put back.
    if (seen && left > 0 && left <= INTERVAL) {
      seen.repeated += 1;
      return undefined;
    }
    recent.set(cause, { until: clock() + INTERVAL, repeated: 0 });
    return method.call(this, { ...fields, ...(seen?.repeated && { repeated: seen.repeated }) }, message ?? '');
  };
  return pino({ hooks: { logMethod }, redact: REDACTED, formatters: { level: (level) => ({ level }) } }, destination);
}

/** Log of a serving process: readable on a terminal, JSON lines otherwise. */
export async function openLog(clock: Clock): Promise<Logger> {
  if (!process.stdout.isTTY) return createLog(clock);
  const { readableLine } = await import('./pretty-log.ts');
  const readable = readableLine({ colorize: true });
  return createLog(clock, { write: (line) => void process.stdout.write(readable(line)) });
}
