/** The parameters of an authorization request. One without a value counts as omitted (RFC 6749 §3.1). */
export class Parameters {
  readonly #values = new Map<string, (string | undefined)[]>();

  /** Reads a query string, without its question mark. */
  constructor(query: string) {
    for (const pair of query.split('&')) {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      const key = decode(name);
      if (key) this.#values.set(key, [...(this.#values.get(key) ?? []), decode(value)]);
    }
  }

  has(name: string): boolean {
    return this.#values.get(name)?.some((value) => value !== '') ?? false;
  }

  /** Sent more than once, or not percent-encoded UTF-8. */
  isMalformed(name: string): boolean {
    const values = this.#values.get(name) ?? [];
    return values.length > 1 || values.includes(undefined);
  }

  /** The value of a parameter that is there and well-formed. */
  get(name: string): string | undefined {
    return this.isMalformed(name) ? undefined : this.#values.get(name)?.[0] || undefined;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
