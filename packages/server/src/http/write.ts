import type { Reply, Write } from '../resources/handlers.ts';
import type { TracedMovement } from '../storage/dry-run.ts';
import type { IdempotencyRequest } from '../storage/idempotency.ts';
import type { TenantStore, TenantTransaction } from '../storage/tenant.ts';

/** Options that the request gives its write. */
export interface WriteOptions {
  readonly idempotency: IdempotencyRequest | undefined;
  /** Do everything, and undo it. */
  readonly dryRun: boolean;
}

/** Does the writes of one request as it asked for them. A dry run has no outcome to remember, and is none that was. */
export const writeAs = (tenant: TenantStore, { idempotency, dryRun }: WriteOptions): Write =>
  async function writeRequested<R extends Reply>(work: (tx: TenantTransaction) => Promise<R>): Promise<R> {
    if (dryRun) {
      const { outcome, movements } = await tenant.rehearse(work);
      return rehearsed(outcome, movements);
    }
    if (!idempotency) return tenant.write(work);
    const { outcome, isRepeated } = await tenant.writeOnce(idempotency, work);
    return isRepeated ? withHeader(outcome, 'Idempotent-Replayed') : outcome;
  };

/** The reply of a dry run: beside the record what would have been added to the ledger. */
function rehearsed<R extends Reply>(reply: R, movements: readonly TracedMovement[]): R {
  const dryRun = JSON.stringify({ movements });
  const body = `${reply.body.slice(0, -1)},"dryRun":${dryRun}}`;
  return withHeader({ ...reply, body }, 'Tillgate-Dry-Run');
}

const withHeader = <R extends Reply>(reply: R, name: string): R => ({
  ...reply,
  headers: { ...reply.headers, [name]: 'true' },
});
