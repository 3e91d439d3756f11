import { unreadable } from './unreadable.ts';

const UTF_16 = 'is UTF-16. Save it as UTF-8.';

/** Decodes UTF-8, with or without a byte order mark. Every line then ends with a line feed. */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isAfterReturn = false;
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unreadable('is not UTF-8. Save it as UTF-8.');
    }
  };
  for await (const chunk of chunks) {
    if (isFirst && isUtf16(chunk)) throw unreadable(UTF_16);
    isFirst = false;
    const text = decoded(chunk);
    // A carriage return may end one chunk, and its line feed begin the next.
    const whole = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    yield whole.replaceAll(/\r\n?/g, '\n');
  }
  yield decoded();
}

/** True for its byte order mark, or for characters that are half zeros. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMark || first === 0 || second === 0;
}
