import type { Pool } from 'pg';
import { OPERATOR } from '../../control/actor.ts';
import { findAdminToken } from '../../control/service/admin-tokens.ts';
import type { Identify } from './admin-router.ts';

const BEARER = /^bearer +(\S+)$/i;

/** Identifies the operator by an admin token in the Authorization header (RFC 6750 §2.1). */
export const identifyToken =
  (pool: Pool): Identify =>
  async (ctx) => {
    const [, text] = BEARER.exec(ctx.get('Authorization')) ?? [];
    const token = text && (await findAdminToken(pool, text));
    return token
      ? { actor: OPERATOR, origin: { source: `admin token ${token.adminTokenId} (${token.name})` } }
      : undefined;
  };
