import type { RolesResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { figures, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Through a gateway and a region';

const TEXT = `A deployment may separate its roles: a gateway authenticates and limits a request, and forwards it to a process of the merchant's
region. The CPU of both servers is added, and divided by that of one process which does all of it.`;

export function rolesSection(result: Result<RolesResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench roles');
  const rows = result.data.rows.flatMap(({ work, process, roles, ratio }) => [
    [work, 'one process', ...figures(process), '–'],
    [work, 'gateway and region', ...figures(roles), number(ratio)],
  ]);
  const head = ['Request', 'Servers', 'Requests/s', 'Server CPU', 'Database CPU', 'Ratio'];
  return { title: TITLE, text: [measuredOn(result), TEXT, table(head, rows)].join('\n\n') };
}
