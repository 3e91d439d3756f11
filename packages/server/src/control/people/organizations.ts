import type { ControlTransaction } from '../control.ts';
import { normalName } from '../text.ts';

/** Normalizes the name of an organization. */
export const organizationName = (text: string): string => normalName('The name of an organization', text);

export async function createOrganization(tx: ControlTransaction, text: string): Promise<number> {
  const name = organizationName(text);
  const organizationId = await tx.insert(
    'insert into control.organizations (name, created_at) values ($1, $2) returning id',
    [name, tx.timestamp],
  );
  await tx.audit('organization.created', { organizationId, details: { name } });
  return organizationId;
}

export async function renameOrganization(tx: ControlTransaction, organizationId: number, text: string): Promise<void> {
  const name = organizationName(text);
  const row = await tx.require<{ former: string }>(
    `update control.organizations o set name = $2 from (select id, name from control.organizations where id = $1 for update) was
     where o.id = was.id returning was.name as former`,
    [organizationId, name],
    `No such organization: ${organizationId}.`,
  );
  await tx.audit('organization.renamed', { organizationId, details: { name, former: row.former } });
}
