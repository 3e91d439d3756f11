import type { Target } from '../target/target.ts';

/** What the rate-limit headers last said of a budget. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** What is remembered from answer to answer. */
export class Memory {
  readonly budgets = new Map<string, Budget>();
  readonly correlationIds = new Set<string>();
  /** Texts that no body may repeat. */
  readonly secrets: Set<string>;

  constructor(secrets = new Set<string>()) {
    this.secrets = secrets;
  }

  /** An app may have spent from its budget without it being known which. */
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
