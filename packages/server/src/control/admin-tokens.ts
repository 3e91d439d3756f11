import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import type { ControlTransaction } from './control.ts';
import { firstRowOf, type ListSource } from './page.ts';
import { hashSecret, hintOf, isAdminToken, newAdminToken } from './secrets.ts';
import { normalName } from './text.ts';

/** A token with which a command line on another machine acts as the operator. */
export interface AdminToken {
  readonly adminTokenId: number;
  readonly name: string;
  /** The token's last characters, by which people recognize it. */
  readonly hint: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** Creates a token, which is shown once; only its digest is stored. */
export async function createAdminToken(tx: ControlTransaction, text: string) {
  const name = normalName('The name of an admin token', text);
  const adminToken = newAdminToken();
  const adminTokenId = await tx.insert(sql`insert into control.admin_tokens (name, hash, hint, created_at)
    values (${name}, ${hashSecret(adminToken)}, ${hintOf(adminToken)}, ${tx.timestamp}) returning id`);
  await tx.audit('admin_token.created', { details: { adminTokenId, name } });
  return { adminTokenId, name, adminToken };
}

export async function revokeAdminToken(tx: ControlTransaction, adminTokenId: number): Promise<void> {
  await tx.require(
    sql`update control.admin_tokens set revoked_at = ${tx.timestamp} where id = ${adminTokenId} and revoked_at is null
      returning id`,
    `No active admin token: ${adminTokenId}.`,
  );
  await tx.audit('admin_token.revoked', { details: { adminTokenId } });
}

export const ADMIN_TOKENS: ListSource = {
  key: 'id',
  columns: `id as "adminTokenId", name, hint, ${instant('created_at')} as "createdAt", ${instant('revoked_at')} as "revokedAt"`,
  from: 'control.admin_tokens',
};

/** Finds a token that has not been revoked. Looking up its digest leaks no timing. */
export async function findAdminToken(db: Pool, text: string) {
  if (!isAdminToken(text)) return undefined;
  return firstRowOf<Pick<AdminToken, 'adminTokenId' | 'name'>>(
    db,
    sql`select id as "adminTokenId", name from control.admin_tokens
      where hash = ${hashSecret(text)} and revoked_at is null`,
  );
}
