/** Decodes form-encoded text (RFC 6749 Appendix B); undefined unless it is percent-encoded UTF-8. */
export function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

type FormPair = readonly [name: string | undefined, value: string | undefined];

/** The names and values of a query string or form, in order; undefined if not decodable. */
export const formPairs = (text: string): FormPair[] =>
  text.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [formDecode(name), formDecode(value)];
  });
