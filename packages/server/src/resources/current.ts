import type { Statement } from '../storage/statement.ts';
import type { TenantStore } from '../storage/tenant.ts';
import { findWholes, type Whole } from './whole.ts';

/** A record that changed; see LoggedChange. */
export interface Changed {
  readonly id: number;
  readonly storeIds: readonly number[] | null;
  readonly day: string | null;
}

/** Reads the present records of one resource that changed, in one round trip. Finds the JSON text of each, if it exists. */
export type Current = (
  tenant: TenantStore,
  changed: readonly Changed[],
) => Promise<(changed: Changed) => string | undefined>;

const idsOf = (changed: readonly Changed[]): number[] => [...new Set(changed.map(({ id }) => id))];

/** The statement returns the id and JSON text of the records with the ids `$2`. */
export const byId =
  (findAll: Statement): Current =>
  async (tenant, changed) => {
    const rows = await tenant.read<{ id: number; doc: string }>(findAll, [idsOf(changed)]);
    const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
    return ({ id }) => docs.get(id);
  };

export const wholeById =
  <R>(whole: Whole<R>): Current =>
  async (tenant, changed) => {
    const docs = await findWholes(tenant, whole, idsOf(changed));
    return ({ id }) => docs.get(id);
  };
