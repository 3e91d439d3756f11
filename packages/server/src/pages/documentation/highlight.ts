import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as json } from '@lezer/json';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const PARSERS = new Map([
  ['ts', javascript.configure({ dialect: 'ts' })],
  ['json', json],
]);

/** Highlights code as HTML with classes; an unknown language is only escaped. */
export function highlighted(code: string, language = ''): string {
  const parser = PARSERS.get(language);
  if (!parser) return escaped(code);
  let html = '';
  const put = (text: string, classes: string) => {
    html += classes ? `<span class="${classes}">${escaped(text)}</span>` : escaped(text);
  };
  highlightCode(code, parser.parse(code), classHighlighter, put, () => put('\n', ''));
  return html;
}
