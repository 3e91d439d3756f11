import type { CaseContext } from '../engine/case-context.ts';
import { Expectations, Stopped } from '../engine/expectations.ts';
import type { Session } from '../engine/session.ts';
import type { Answer } from '../http/send.ts';
import { operationAt } from './operations.ts';

/** What the suite relies on when it reads a list to its end. */
const OF_LISTS = ['lists.pages', 'lists.total'];

/**
 * Expectations on what the suite reads for itself, to know what a merchant has. What fails is the operation, whatever the case
 * that needs it proves.
 */
export class Reading extends Expectations {
  readonly session: Session;

  constructor(t: CaseContext) {
    super(OF_LISTS, t.findings);
    this.session = t.session;
  }

  override requireStatus(answer: Answer, status: number): Answer {
    if (answer.status === status) return answer;
    const { method, url } = answer.sent;
    const { searchParams } = new URL(url);
    const ofLimit = searchParams.has('limit') ? ['lists.limit'] : [];
    const ofCursor = searchParams.has('cursor') ? ['lists.cursor', ...OF_LISTS] : [];
    const rules = [`op.${operationAt(method, url)?.id}.call`, ...ofLimit, ...ofCursor];
    const which = searchParams.has('cursor') ? '; the service had sent this cursor' : '';
    const message = `${method} ${url}: expected ${status}, got ${answer.status}${which}`;
    this.findings.push({ requirements: rules, severity: 'must', message, answer });
    throw new Stopped();
  }
}
