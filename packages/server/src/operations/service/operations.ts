import { array, metadata, optional, pipe, strictObject } from 'valibot';
import { AUDIT_EVENTS } from '../../control/audit-events.ts';
import { id, instantText, nameOf, oneOf, PAGING } from '../../control/input.ts';
import { readPage } from '../../control/page.ts';
import {
  ADMIN_TOKENS,
  type AdminToken,
  createAdminToken,
  revokeAdminToken,
} from '../../control/service/admin-tokens.ts';
import { AUDIT_LOG_ENTRIES, type AuditEntry, NAMED_ENTRIES } from '../../control/service/audit-log.ts';
import { listSigningKeys, rotateSigningKey } from '../../control/service/signing-keys.ts';
import { acting, changing, doing, reading } from '../operation.ts';

const events = pipe(
  array(oneOf(AUDIT_EVENTS), 'must be a list'),
  metadata({ value: 'event', help: 'entries of other events than these' }),
);

/** Operations on signing keys, the audit log and admin tokens. */
export const SERVICE_OPERATIONS = {
  'signing-key.list': reading({
    summary: 'List the keys that sign access tokens, newest first.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (pool, _, { control }) => ({ data: await listSigningKeys(pool, control.clock()), next: null }),
  }),
  'signing-key.rotate': acting({
    summary: 'Publish the next key. It starts signing after 24 hours; the old key stays published for one hour longer.',
    actors: ['operator'],
    input: strictObject({}),
    act: async ({ control, origin, secrets }) => rotateSigningKey(await secrets(), control.clock, origin),
  }),
  'audit.list': reading({
    summary: 'List the audit log, newest first.',
    actors: ['operator', 'developer', 'owner'],
    about: ['organizationId', 'companyId'],
    input: strictObject({
      event: optional(oneOf(AUDIT_EVENTS)),
      except: optional(events),
      organizationId: optional(id),
      appId: optional(id),
      companyId: optional(id),
      userId: optional(id),
      since: optional(instantText),
      until: optional(instantText),
      ...PAGING,
    }),
    read: (pool, { event, except, organizationId, appId, companyId, userId, since, until, ...page }, { actor }) =>
      readPage<AuditEntry>(
        pool,
        actor.kind === 'operator' ? NAMED_ENTRIES : AUDIT_LOG_ENTRIES,
        {
          'event = $': event,
          'event <> all($)': except,
          'organization_id = $': organizationId,
          'app_id = $': appId,
          'company_id = $': companyId,
          'user_id = $': userId,
          'at >= $': since,
          'at < $': until,
        },
        page,
      ),
  }),
  'admin-token.list': reading({
    summary: 'List admin tokens.',
    actors: ['operator'],
    input: strictObject(PAGING),
    read: (pool, page) => readPage<AdminToken>(pool, ADMIN_TOKENS, {}, page),
  }),
  'admin-token.create': changing({
    summary: 'Create a token by which a command line on another machine acts as the operator. It is shown once.',
    actors: ['operator'],
    input: strictObject({ name: nameOf('an admin token') }),
    change: (tx, { name }) => createAdminToken(tx, name),
  }),
  'admin-token.revoke': doing({
    summary: 'Revoke an admin token immediately.',
    actors: ['operator'],
    input: strictObject({ adminTokenId: id }),
    change: (tx, input) => revokeAdminToken(tx, input.adminTokenId),
  }),
} as const;
