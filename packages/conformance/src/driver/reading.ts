import type { Answer } from '../http/send.ts';
import type { CaseContext } from '../run/case-context.ts';
import { Expectations, Stopped } from '../run/expectations.ts';
import type { Session } from '../run/session.ts';

/** Rules that reading a list to its end relies on. */
const OF_LISTS = ['lists.pages', 'lists.total'];

/** Expectations of reads by which the suite learns a merchant's records. They name rules of their own, not the case's. */
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
    const ofPage = searchParams.has('limit') ? 'lists.limit' : 'http.accepts_what_it_documents';
    const rule = searchParams.has('cursor') ? 'lists.cursor' : ofPage;
    const which = searchParams.has('cursor') ? '; the service had sent this cursor' : '';
    const message = `${method} ${url}: expected ${status}, got ${answer.status}${which}`;
    this.findings.push({ requirements: [rule], severity: 'must', message, answer });
    throw new Stopped();
  }
}
