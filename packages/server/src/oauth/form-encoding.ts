/** Decodes a form-encoded text (RFC 6749 Appendix B); undefined where it is not percent-encoded UTF-8. */
export function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

export type FormPair = readonly [name: string | undefined, value: string | undefined];

/** The names and values of a query string or a form, in order. What cannot be decoded is undefined. */
export const formPairs = (text: string): FormPair[] =>
  text.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [formDecode(name), formDecode(value)];
  });
