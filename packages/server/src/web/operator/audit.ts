import { Readable } from 'node:stream';
import { AUDIT_EVENTS } from '../../directory/audit-events.ts';
import type { InputOf, Operations } from '../../directory/operations.ts';
import type { AuditEntry } from '../../directory/service/audit-log.ts';
import { queryOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attemptWith, numberOf, textOf } from '../kit/form/filled-form.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { auditPage } from './audit-page.ts';
import { csvLine } from './csv.ts';
import { searches } from './operator-stages.ts';
import { operatorOf } from './require-operator.ts';

const filterOf = (query: URLSearchParams): InputOf<'audit.list'> => ({
  event: AUDIT_EVENTS.find((event) => event === query.get('event')),
  organizationId: numberOf(query, 'organizationId'),
  appId: numberOf(query, 'appId'),
  companyId: numberOf(query, 'companyId'),
  userId: numberOf(query, 'userId'),
  since: textOf(query, 'since'),
  until: textOf(query, 'until'),
});

/** `GET /operator/audit` */
export const showAudit = (deps: WebDependencies): WebStage =>
  searches(deps, {
    find: (operations, query) => operations.call('audit.list', { ...filterOf(query), after: numberOf(query, 'after') }),
    render: auditPage,
  });

const COLUMNS = [
  'id',
  'at',
  'event',
  'organizationId',
  'appId',
  'companyId',
  'userId',
  'source',
  'correlationId',
  'details',
] as const satisfies readonly (keyof AuditEntry)[];

/** Entries that are read at once. */
const CHUNK = 200;

/** `GET /operator/audit.csv`: every entry that the filters find, sent while it is read. */
export function downloadAudit(deps: WebDependencies): WebStage {
  return async function sendAuditLog(ctx) {
    const query = queryOf(ctx);
    const operations = operatorOf(ctx);
    const filter = filterOf(query);
    const outcome = await attemptWith(query, () => operations.call('audit.list', { ...filter, limit: CHUNK }));
    if ('rejected' in outcome) return sendPage(ctx, deps, 400, auditPage(outcome.rejected, undefined));
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Content-Disposition', 'attachment; filename="audit-log.csv"');
    ctx.body = Readable.from(linesOf(operations, filter, outcome.done));
  };
}

async function* linesOf(
  operations: Operations,
  filter: InputOf<'audit.list'>,
  first: Awaited<ReturnType<typeof nextOf>>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let page = first; ; page = await nextOf(operations, filter, page.next)) {
    for (const entry of page.data) {
      yield csvLine(COLUMNS.map((column) => (column === 'details' ? JSON.stringify(entry.details) : entry[column])));
    }
    if (page.next === null) return;
  }
}

const nextOf = (operations: Operations, filter: InputOf<'audit.list'>, after: number | null) =>
  operations.call('audit.list', { ...filter, limit: CHUNK, after: after ?? undefined });
