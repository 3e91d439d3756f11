import type { ChangeSignals, Reader, Signal } from '../database/changes/signals.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Region } from '../process/region.ts';
import type { View } from './view.ts';

interface Limit {
  readonly milliseconds: number;
  readonly ended: AbortSignal;
}

/** Tells one reader when its merchant's log may have grown. Follows the merchant to another cell. */
export class LogWatch implements Reader {
  readonly companyId: number;
  readonly region: Region;
  readonly #tenant: TenantStore;
  readonly #resources: number;
  #position: number;
  #signals: ChangeSignals;
  #leave: () => void;
  #isSignalled = false;
  #wake: () => void = () => {};

  constructor(tenant: TenantStore, { resources }: View, position: number) {
    ({ companyId: this.companyId, region: this.region } = tenant.scope);
    this.#tenant = tenant;
    this.#resources = resources;
    this.#position = position;
    this.#signals = tenant.changes;
    this.#leave = this.#signals.add(this);
  }

  get position(): number {
    return this.#position;
  }

  hear({ resources }: Signal): void {
    if ((resources & this.#resources) === 0) return;
    this.#isSignalled = true;
    this.#wake();
  }

  /** The merchant may have moved to another cell since the last look. */
  #follow(): void {
    const { changes } = this.#tenant;
    if (changes === this.#signals) return;
    this.close();
    this.#signals = changes;
    this.#leave = changes.add(this);
    // Earlier commits are not signalled.
    this.#isSignalled = true;
  }

  /**
   * Resolves once the log may have grown since the reader looked up to a position. Resolves with false when the time is
   * up or the wait has ended.
   */
  async changedAfter(position: number, { milliseconds, ended }: Limit): Promise<boolean> {
    this.#position = position;
    this.#follow();
    if (!this.#isSignalled && milliseconds > 0 && !ended.aborted) await this.#sleep(milliseconds, ended);
    const isSignalled = this.#isSignalled && !ended.aborted;
    this.#isSignalled = false;
    return isSignalled;
  }

  close(): void {
    this.#leave();
  }

  #sleep(milliseconds: number, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        ended.removeEventListener('abort', this.#wake);
        this.#wake = () => {};
        resolve();
      };
      ended.addEventListener('abort', this.#wake);
    });
  }
}
