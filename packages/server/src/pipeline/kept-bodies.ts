import type { KeptBodies } from '../request-log/logged-request.ts';
import type { Context } from './context.ts';
import { withoutCredentials } from './log-request.ts';

/** Most characters of a body that are kept. */
const MOST = 16 * 1024;

/** The bodies of a request, if its app asked to keep them, without what may be secret. */
export function keptBodies({ body, state: { bodies, refusal } }: Context): KeptBodies | undefined {
  if (!bodies) return undefined;
  const response = refusal ? JSON.stringify(body) : bodies.response;
  return { request: kept(bodies.request), response: kept(response) };
}

const kept = (text = ''): string | null => {
  if (text === '') return null;
  const shown = text.slice(0, MOST).replaceAll('\0', '\uFFFD').toWellFormed();
  return withoutSecrets(shown) + (text.length > MOST ? '…' : '');
};

const SECRET = /secret|password|token|authorization|api.?key/i;

/** The beginning of a JSON Web Token, which is an encoded `{"`. */
const TOKEN = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/** A string, and the colon after a name. A truncated body may leave a string open. */
const STRING = /"((?:[^"\\]|\\.)*)(?:"|\\?$)(\s*:\s*)?/gs;

function withoutSecrets(text: string): string {
  let shown = '';
  let place = 0;
  for (const { 0: whole, 1: content = '', 2: colon, index } of text.matchAll(STRING)) {
    if (index < place) continue;
    const end = index + whole.length;
    shown += text.slice(place, index);
    if (colon !== undefined && SECRET.test(unescaped(content))) {
      shown += `${whole}"…"`;
      place = endOfValue(text, end);
    } else {
      // A credential may be escaped, too.
      shown +=
        content.includes('\\u') && masked(unescaped(content)) !== unescaped(content) ? `"…"${colon ?? ''}` : whole;
      place = end;
    }
  }
  return masked(shown + text.slice(place));
}

const masked = (text: string): string => withoutCredentials(text).replaceAll(TOKEN, '…');

function unescaped(content: string): string {
  try {
    return JSON.parse(`"${content}"`);
  } catch {
    return content;
  }
}

/** A string, a bracket, or what else stands between commas. */
const PIECE = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[{]|[\]}]|,|[^"[\]{},]+/gs;

/** Finds the end of the value that begins at a place: of an array or object with all that it has. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (const { 0: piece, index } of text.slice(start).matchAll(PIECE)) {
    const isEnd = piece === ']' || piece === '}';
    if (depth === 0 && (isEnd || piece === ',')) return start + index;
    if (piece === '[' || piece === '{') depth += 1;
    if (isEnd) depth -= 1;
  }
  return text.length;
}
