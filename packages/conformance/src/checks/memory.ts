import type { Target } from '../target/target.ts';

/** The last rate-limit headers of an app or source address. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** State across responses. */
export class Memory {
  readonly budgets = new Map<string, Budget>();
  /** Rejections since the source's limit was last reported that may count against it. */
  unattributed = 0;
  readonly correlationIds = new Set<string>();
  /** Texts that no body may contain. */
  readonly secrets: Set<string>;

  constructor(secrets = new Set<string>()) {
    this.secrets = secrets;
  }

  /** Forgets all app limits after a request that may have counted against any of them. */
  forgetApps(): void {
    for (const key of this.budgets.keys()) if (key.startsWith('app:')) this.budgets.delete(key);
  }

  keepSecrets({ apps, merchants }: Target): void {
    const ofApps = apps.flatMap(({ clientSecret, apiKey, oldSecret }) => [
      clientSecret,
      apiKey,
      oldSecret?.clientSecret,
    ]);
    const ofPeople = merchants.flatMap(({ owner, employee }) => [owner?.password, employee?.password]);
    for (const secret of [...ofApps, ...ofPeople]) if (secret) this.secrets.add(secret);
  }
}
