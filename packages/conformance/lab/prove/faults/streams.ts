import { type Faults, fault, type Passed, type ProxyChange } from '../fault.ts';
import { answer, isStream } from '../how/answers.ts';
import { inHeader } from '../how/requests.ts';

/** Streams that are not what they say. */

interface Line {
  readonly id?: number;
  readonly stream?: { readonly end: boolean; count: number };
}

/** Changes the lines of streams. */
const inLines = (change: (lines: Line[], passed: Passed) => void): ProxyChange =>
  answer((passed) => {
    if (!isStream(passed) || passed.body === '') return;
    const lines: Line[] = passed.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    change(lines, passed);
    passed.body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  });

export const STREAM_FAULTS: Faults = {
  'request.accept-to-the-letter': fault('streams.negotiated', 'a stream is accepted in lower case only', {
    how: inHeader('accept', (accept) => (/[A-Z]/.test(accept) ? 'application/json' : accept)),
  }),
  'request.accept-parameters': fault('streams.negotiated', 'a media range with a parameter accepts no stream', {
    how: inHeader('accept', (accept) => (/;\s*charset/i.test(accept) ? 'application/json' : accept)),
  }),
  'stream.early-and-whole': fault('streams.records', 'a stream ends one record early and says that it is whole', {
    how: inLines((lines, { headers }) => {
      const end = lines.at(-1)?.stream;
      if (!end || lines.length < 2) return;
      lines.splice(-2, 1);
      end.count -= 1;
      headers['tillgate-total'] = String(end.count);
    }),
  }),
  'stream.other-order': fault('streams.records', 'a stream has its records in another order than its list', {
    how: inLines((lines) => {
      const records = lines.filter(({ stream }) => stream === undefined).reverse();
      lines.splice(0, lines.length, ...records, ...lines.filter(({ stream }) => stream));
    }),
  }),
  'stream.no-end': fault('streams.last_line', 'a stream has no last line', {
    how: inLines((lines) => {
      lines.pop();
    }),
  }),
  'stream.cursors-late': fault('streams.cursors_within', 'the cursor in a stream is behind one more record', {
    how: inLines((lines) => {
      const at = lines.findIndex(({ stream }) => stream?.end === false);
      if (at > 0) lines.splice(at - 1, 2, ...lines.slice(at - 1, at + 1).reverse());
    }),
  }),
  'stream.other-snapshot': fault('streams.snapshot', 'a stream shows what its change cursor has again', {
    how: answer((passed) => {
      if (isStream(passed)) delete passed.headers['tillgate-changes-after'];
    }),
  }),
  'stream.uncounted': fault('streams.counted', 'a stream does not count against the limit', {
    how: answer((passed) => {
      if (!isStream(passed)) return;
      const { headers } = passed;
      const left = Number(headers['x-ratelimit-remaining']) + 1;
      headers['x-ratelimit-remaining'] = String(left);
      headers.ratelimit = String(headers.ratelimit).replace(/r=\d+/, `r=${left}`);
    }),
  }),
};
