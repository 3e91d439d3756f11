import { array, metadata, optional, pipe, strictObject } from 'valibot';
import { ADMIN_TOKENS, type AdminToken, createAdminToken, revokeAdminToken } from '../control/admin-tokens.ts';
import { AUDIT_EVENTS, AUDIT_LOG_ENTRIES, type AuditEntry, NAMED_ENTRIES } from '../control/audit-log.ts';
import { id, instantText, nameOf, oneOf } from '../control/input.ts';
import { openMoves } from '../control/merchant-moves.ts';
import { merchantsByCell } from '../control/merchants.ts';
import { inspectSigningKeys, listSigningKeys, rotateSigningKey } from '../control/signing-keys.ts';
import { inspectSources } from '../control/source-address.ts';
import { Availability, conditionsOf } from '../database/availability.ts';
import { cellOf } from '../database/cells.ts';
import { type Finding, inspectDatabases } from '../database/inspect.ts';
import { KNOWN_MIGRATIONS } from '../database/known-migrations.ts';
import { VERSION } from '../version.ts';
import { acting, changing, doing, listing, reading } from './operation.ts';

/** Operations on cells, the databases of merchants. */
export const CELL_OPERATIONS = {
  'cell.list': reading({
    summary: 'List the cells of the regions, with their state and the number of their merchants.',
    actors: ['operator'],
    input: strictObject({}),
    async read(pool, _, { databases }) {
      const [report, merchants] = await Promise.all([new Availability(databases).check(), merchantsByCell(pool)]);
      const data = conditionsOf(report).map(([cell, { status, reason = null }]) => ({
        cell,
        region: cellOf(cell)?.region,
        status,
        reason,
        merchants: merchants.get(cell) ?? 0,
      }));
      return { data, next: null };
    },
    columns: { CELL: 'cell', REGION: 'region', STATE: 'status', MERCHANTS: 'merchants', REASON: 'reason' },
  }),
} as const;

export const DEPLOYMENT_OPERATIONS = {
  'deployment.show': reading({
    summary: 'Show the version of the program and the latest migrations that it knows.',
    actors: ['operator'],
    input: strictObject({}),
    read: async () => ({ version: VERSION, migrations: KNOWN_MIGRATIONS }),
    command: false,
  }),
  'deployment.check': reading({
    summary:
      'Check the databases: versions, rights, migrations, clocks, disk, aborted moves between them, and source addresses that proxies did not report.',
    actors: ['operator'],
    input: strictObject({}),
    async read(pool, _input, { databases, control }) {
      const found = await inspectDatabases(databases, control.clock);
      // Copies left by aborted moves. An unavailable control plane is reported by another finding.
      const left = (await openMoves(pool).catch(() => [])).filter(({ state }) => state === 'aborting');
      const moves = left.map(
        ({ companyId, to }): Finding => ({
          check: `move of merchant ${companyId}`,
          status: 'warning',
          found: `it was aborted, and its copy is still in the cell ${to}`,
          fix: `Run \`tillgate merchant move ${companyId} --abort\` when that cell answers.`,
        }),
      );
      const sources = await inspectSources(pool, control.clock());
      return { findings: [...found, ...moves, ...sources, ...(await inspectSigningKeys(pool, control.clock()))] };
    },
    command: false,
  }),
} as const;

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
    columns: { KEY: 'kid', STATE: 'state', 'SIGNS FROM': 'signsFrom', 'PUBLISHED UNTIL': 'publishedUntil' },
    command: { path: 'keys list' },
  }),
  'signing-key.rotate': acting({
    summary: 'Publish the next key. It starts signing after 24 hours; the old key stays published for one hour longer.',
    actors: ['operator'],
    input: strictObject({}),
    act: async ({ control, origin, secrets }) => rotateSigningKey(await secrets(), control.clock, origin),
    command: { path: 'keys rotate' },
    done: ({ kid, signsFrom, oldPublishedUntil }) =>
      `Published key ${kid}. It signs from ${signsFrom}; the old key is published until ${oldPublishedUntil}.`,
  }),
  'admin-token.list': reading({
    summary: 'List admin tokens.',
    actors: ['operator'],
    ...listing<AdminToken>(ADMIN_TOKENS)({}),
    columns: {
      ID: 'adminTokenId',
      NAME: 'name',
      TOKEN: ({ hint }) => `…${hint}`,
      CREATED: 'createdAt',
      REVOKED: 'revokedAt',
    },
  }),
  'admin-token.create': changing({
    summary: 'Create a token by which a command line on another machine acts as the operator. It is shown once.',
    actors: ['operator'],
    input: strictObject({ name: nameOf('an admin token') }),
    change: (tx, { name }) => createAdminToken(tx, name),
    fields: { name: { hint: 'The machine or the pipeline that uses it.', help: 'what it is for' } },
    command: { args: ['name'] },
    done: ({ adminTokenId, name }) => `Created admin token ${adminTokenId}, ${name}.`,
  }),
  'admin-token.revoke': doing({
    summary: 'Revoke an admin token immediately.',
    actors: ['operator'],
    input: strictObject({ adminTokenId: id }),
    change: (tx, input) => revokeAdminToken(tx, input.adminTokenId),
    asks: ({ adminTokenId }) => ({
      title: `Revoke ${adminTokenId}?`,
      effect: 'Command lines that use it are rejected from now on. This cannot be undone.',
      submit: 'Revoke',
    }),
    done: ({ adminTokenId }) => `Revoked admin token ${adminTokenId}.`,
  }),
  'audit.list': reading({
    summary: 'List the audit log, newest first.',
    actors: ['operator', 'developer', 'owner'],
    about: ['organizationId', 'companyId'],
    ...listing<AuditEntry>(({ kind }) => (kind === 'operator' ? NAMED_ENTRIES : AUDIT_LOG_ENTRIES))({
      event: [optional(oneOf(AUDIT_EVENTS)), 'event = $'],
      except: [optional(events), 'event <> all($)'],
      organizationId: [optional(id), 'organization_id = $'],
      appId: [optional(id), 'app_id = $'],
      companyId: [optional(id), 'company_id = $'],
      userId: [optional(id), 'user_id = $'],
      since: [optional(instantText), 'at >= $'],
      until: [optional(instantText), 'at < $'],
    }),
    fields: {
      event: 'entries of this event, such as app.created',
      organizationId: 'entries about this organization',
      appId: 'entries about this app',
      companyId: 'entries about this merchant',
      userId: { label: 'Person id', help: 'entries by or about this user' },
      since: { label: 'From (UTC)', help: 'from this date or instant on, such as 2026-07-01' },
      until: { label: 'Before (UTC)', help: 'before this date or instant' },
    },
    columns: {
      ID: 'id',
      AT: 'at',
      EVENT: 'event',
      ABOUT: ({ organizationId, appId, companyId, userId }) =>
        Object.entries({ organization: organizationId, app: appId, merchant: companyId, user: userId })
          .filter(([, value]) => value !== null)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      FROM: 'source',
      DETAILS: ({ details }) => (Object.keys(details).length === 0 ? '' : JSON.stringify(details)),
    },
    command: { path: 'audit' },
  }),
} as const;
