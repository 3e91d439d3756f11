/** Decodes form-encoded text (RFC 6749 Appendix B); undefined if it is not percent-encoded UTF-8. */
export function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

type FormPair = readonly [name: string | undefined, value: string | undefined];

/** Names and values of a query string or form, in order; undefined if it cannot be decoded. */
export const formPairs = (text: string): FormPair[] =>
  text.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [formDecode(name), formDecode(value)];
  });
