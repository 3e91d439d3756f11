import type { AuditEntry } from '../../control/audit-log.ts';
import { command } from '../command.ts';

const about = ({ organizationId, appId, companyId, userId }: AuditEntry): string =>
  Object.entries({ organization: organizationId, app: appId, merchant: companyId, user: userId })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const CELL_COMMANDS = [
  command('cell list', 'cell.list', {
    columns: { CELL: 'cell', REGION: 'region', STATE: 'status', MERCHANTS: 'merchants', REASON: 'reason' },
  }),
];

export const SERVICE_COMMANDS = [
  command('keys list', 'signing-key.list', {
    columns: { KEY: 'kid', STATE: 'state', 'SIGNS FROM': 'signsFrom', 'PUBLISHED UNTIL': 'publishedUntil' },
  }),
  command('keys rotate', 'signing-key.rotate', {
    done: ({ kid, signsFrom, oldPublishedUntil }) =>
      `Published key ${kid}. It signs from ${signsFrom}; the old key is published until ${oldPublishedUntil}.`,
  }),
  command('admin-token list', 'admin-token.list', {
    columns: {
      ID: 'adminTokenId',
      NAME: 'name',
      TOKEN: ({ hint }) => `…${hint}`,
      CREATED: 'createdAt',
      REVOKED: 'revokedAt',
    },
  }),
  command('admin-token create', 'admin-token.create', {
    args: ['name'],
    help: { name: 'what it is for' },
    done: ({ adminTokenId, name }) => `Created admin token ${adminTokenId}, ${name}.`,
  }),
  command('admin-token revoke', 'admin-token.revoke', {
    consequence: ({ adminTokenId }) => `Admin token ${adminTokenId} will stop working at once, and for good.`,
    done: ({ adminTokenId }) => `Revoked admin token ${adminTokenId}.`,
  }),
  command('audit', 'audit.list', {
    help: {
      event: 'entries of this event, such as app.created',
      organizationId: 'entries about this organization',
      appId: 'entries about this app',
      companyId: 'entries about this merchant',
      userId: 'entries by or about this user',
      since: 'from this date or instant on, such as 2026-07-01',
      until: 'before this date or instant',
    },
    columns: {
      ID: 'id',
      AT: 'at',
      EVENT: 'event',
      ABOUT: about,
      FROM: 'source',
      DETAILS: ({ details }) => (Object.keys(details).length === 0 ? '' : JSON.stringify(details)),
    },
  }),
];
