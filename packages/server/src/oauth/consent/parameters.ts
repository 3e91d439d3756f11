import { formPairs } from '../form-encoding.ts';

/** Parameters of an authorization request. A parameter without a value counts as omitted (RFC 6749 §3.1). */
export class Parameters {
  readonly #values = new Map<string, (string | undefined)[]>();

  /** Takes a query string without its question mark. */
  constructor(query: string) {
    for (const [name, value] of formPairs(query)) {
      if (name) this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
    }
  }

  has(name: string): boolean {
    return this.#values.get(name)?.some((value) => value !== '') ?? false;
  }

  /** True if repeated or not percent-encoded UTF-8. */
  isMalformed(name: string): boolean {
    const values = this.#values.get(name) ?? [];
    return values.length > 1 || values.includes(undefined);
  }

  /** The value of a well-formed parameter. */
  get(name: string): string | undefined {
    return this.isMalformed(name) ? undefined : this.#values.get(name)?.[0] || undefined;
  }
}
