import type { Finding } from '../checks/finding.ts';
import { readRequirements } from '../requirements/read-requirements.ts';
import type { Severity } from '../requirements/requirement.ts';

const SEVERITIES = new Map(readRequirements().map(({ id, severity }) => [id, severity]));

/** The finding with the highest severity among its requirements. */
export function withSeverity(finding: Finding): Finding {
  const severities = finding.requirements.map((id): Severity => SEVERITIES.get(id) ?? 'must');
  const severity = (['must', 'extension', 'should'] as const).find((one) => severities.includes(one)) ?? 'must';
  return { ...finding, severity };
}
