import { isCredentialName, redact } from '../http/redact.ts';
import type { Answer } from '../http/send.ts';
import type { Target } from '../target/target.ts';

/** The last rate-limit headers of an app or source address. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** Words as long as a token. */
const LONG_WORD = /[\w.~-]{20,}/g;

/** State across responses. */
export class Memory {
  readonly budgets = new Map<string, Budget>();
  /** Rejections since the source's limit was last reported that may count against it. */
  unattributed = 0;
  readonly correlationIds = new Set<string>();
  /** Secrets that are one long word, by length: a run issues thousands of tokens, of few lengths. */
  readonly #tokens = new Map<number, Set<string>>();
  readonly #others = new Set<string>();
  /** Texts that no report may contain: the secrets, and every token that a response issued. */
  readonly redacted: Set<string>;

  constructor(redacted = new Set<string>()) {
    this.redacted = redacted;
  }

  /** Keeps a text that no body may contain. */
  keepSecret(secret: string): void {
    this.redacted.add(secret);
    if (secret.replace(LONG_WORD, '') !== '') this.#others.add(secret);
    else this.#tokens.set(secret.length, (this.#tokens.get(secret.length) ?? new Set()).add(secret));
  }

  /** True if the text contains a secret. */
  hasSecret(text: string): boolean {
    const words = text.match(LONG_WORD) ?? [];
    return words.some((word) => this.#hasToken(word)) || [...this.#others].some((secret) => text.includes(secret));
  }

  #hasToken(word: string): boolean {
    for (const [length, tokens] of this.#tokens)
      for (let at = 0; at + length <= word.length; at += 1) if (tokens.has(word.slice(at, at + length))) return true;
    return false;
  }

  /** Keeps the tokens of a response, whatever its status, unless their shape gives them away. */
  keepIssued({ body }: Answer): void {
    for (const [name, value] of Object.entries(body ?? {}))
      if (typeof value === 'string' && isCredentialName(name) && name !== 'code' && redact(value).includes(value))
        this.redacted.add(value);
  }

  /** Forgets all app limits after a request that may have counted against any of them. */
  forgetApps(): void {
    for (const key of this.budgets.keys()) if (key.startsWith('app:')) this.budgets.delete(key);
  }

  keepSecrets({ apps, developer, merchants }: Target): void {
    const ofApps = apps.flatMap(({ clientId, clientSecret, apiKey }) => [
      clientSecret,
      clientSecret && Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
      apiKey,
    ]);
    const ofPeople = merchants.flatMap(({ owner, employee }) => [owner?.password, employee?.password]);
    for (const secret of [...ofApps, ...ofPeople, developer?.password]) if (secret) this.keepSecret(secret);
  }
}
