import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../checks/finding.ts';
import type { Answer } from '../http/send.ts';
import { type Rec, recordOf } from './record.ts';

/** Ends a case that has recorded its findings. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor() {
    super('it was stopped without a finding');
  }
}

export const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'nothing';

export const codeOf = ({ body }: Answer): unknown => {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  return code ?? (error as { code?: unknown } | undefined)?.code;
};

/** Collects the findings of a case. After a failed expectation, the case continues. */
export class Expectations {
  readonly findings: Finding[];
  /** The requirements that the case declares. */
  readonly proves: readonly string[];

  constructor(proves: readonly string[], findings: Finding[] = []) {
    this.proves = proves;
    this.findings = findings;
  }

  check(holds: boolean, message: string, answer?: Answer): boolean {
    if (!holds) this.findings.push({ requirements: this.proves, severity: 'must', message, answer });
    return holds;
  }

  /** Expectations of one requirement, which the case need not declare. */
  about(requirement: string): Expectations {
    return new Expectations([requirement], this.findings);
  }

  equal(actual: unknown, expected: unknown, what: string, answer?: Answer): boolean {
    const message = `${what}: expected ${shown(expected)}, got ${shown(actual)}`;
    return this.check(isDeepStrictEqual(actual, expected), message, answer);
  }

  /** Expects a status and, if given, a code. */
  expectStatus(answer: Answer, status: number, code?: string): boolean {
    const { method, url } = answer.sent;
    const expected = code ? `${status} ${code}` : `${status}`;
    const got = code ? `${answer.status} ${codeOf(answer)}` : `${answer.status}`;
    return this.check(expected === got, `${method} ${url}: expected ${expected}, got ${got}`, answer);
  }

  /** Expects a status; ends the case on any other. */
  requireStatus(answer: Answer, status: number): Answer {
    if (!this.expectStatus(answer, status)) throw new Stopped();
    return answer;
  }

  /** Expects a record; ends the case on any other response. */
  requireRecord(answer: Answer, status = 200): Rec {
    return recordOf(this.requireStatus(answer, status));
  }
}
