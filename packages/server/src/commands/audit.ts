import { Command, Option } from 'commander';
import { AUDIT_EVENTS, type AuditEvent } from '../directory/audit-events.ts';
import type { AuditEntry } from '../directory/service/audit-log.ts';
import { type ControlCommands, describedBy, id, type PageFlags, paged } from './control-command.ts';
import { table } from './words.ts';

interface AuditFlags extends PageFlags {
  readonly event?: AuditEvent;
  readonly organization?: number;
  readonly app?: number;
  readonly company?: number;
  readonly user?: number;
  readonly since?: string;
  readonly until?: string;
}

export function auditCommand({ calling }: ControlCommands): Command {
  return paged(describedBy(new Command('audit'), 'audit.list'))
    .addOption(new Option('--event <event>', 'entries of this event, such as app.created').choices(AUDIT_EVENTS))
    .option('--organization <id>', 'entries about this organization', id)
    .option('--app <id>', 'entries about this app', id)
    .option('--company <id>', 'entries about this merchant', id)
    .option('--user <id>', 'entries by or about this user', id)
    .option('--since <instant>', 'from this date or instant on, such as 2026-07-01')
    .option('--until <instant>', 'before this date or instant')
    .action(
      calling('audit.list', {
        input: ({ organization, app, company, user, ...flags }: AuditFlags) => ({
          organizationId: organization,
          appId: app,
          companyId: company,
          userId: user,
          ...flags,
        }),
        say: (page) =>
          table(page, [
            ['ID', (entry) => entry.id],
            ['AT', ({ at }) => at],
            ['EVENT', ({ event }) => event],
            ['ABOUT', about],
            ['FROM', ({ source }) => source],
            ['DETAILS', ({ details }) => (Object.keys(details).length === 0 ? '' : JSON.stringify(details))],
          ]),
      }),
    );
}

const about = ({ organizationId, appId, companyId, userId }: AuditEntry): string =>
  Object.entries({ organization: organizationId, app: appId, merchant: companyId, user: userId })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
