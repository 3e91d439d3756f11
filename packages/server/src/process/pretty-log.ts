import { type PrettyOptions, prettyFactory } from 'pino-pretty';

/** Fields of a request's log line. An unreadable request has a code but no path or duration. */
type RequestLine = Readonly<
  Partial<
    Record<'msg' | 'method' | 'path' | 'code' | 'operationId' | 'region' | 'correlationId', string> &
      Record<'status' | 'duration' | 'app' | 'company', number>
  >
>;

/** Formats log lines for people: requests as one sentence, other lines with their fields. */
export function readableLine({ colorize }: { readonly colorize: boolean }): (line: string) => string {
  const common: PrettyOptions = { colorize, ignore: 'pid,hostname', singleLine: true, translateTime: 'HH:MM:ss' };
  const other = prettyFactory(common);
  const request = prettyFactory({ ...common, hideObject: true, messageFormat: (line) => describeRequest(line) });
  return (line) => {
    const entry = JSON.parse(line) as RequestLine;
    return entry.msg === 'request' ? `${request(entry).trimEnd()}\n` : other(entry);
  };
}

/** `GET /v1/items 200 in 1.4 ms, listItems, app 5, merchant 700001 (UK)`. Failures also show their correlation id. */
function describeRequest(line: RequestLine): string {
  const { method, path, status = 0, duration, code, operationId, app, company, region, correlationId } = line;
  const merchant = company && `merchant ${company}${region ? ` (${region})` : ''}`;
  const failure = status >= 400 && correlationId && `correlation id ${correlationId}`;
  // A client's control characters must not reach the terminal.
  const target = method && path ? `${method} ${path.replace(/[^ -~]/g, encodeURIComponent)}` : 'unreadable request';
  const time = duration === undefined ? '' : ` in ${duration} ms`;
  const parts = [`${target} ${status}${time}`, operationId, code, app && `app ${app}`, merchant, failure];
  return parts.filter(Boolean).join(', ');
}
