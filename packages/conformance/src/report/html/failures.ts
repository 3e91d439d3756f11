import {
  type Affected,
  type Cause,
  causesOf,
  causesOfFailures,
  causesOfRecommendations,
  type Run,
} from '../causes/causes.ts';
import { counted, MAY_FOLLOW } from '../causes/describe-cause.ts';
import { findingOf } from '../json.ts';
import { escaped } from '../junit.ts';
import { requirementText } from '../requirement-text.ts';

/** Each cause of the failures once, with one request and response, the violated requirements and the cases. */
export function failures({ outcomes, coverage }: Run): string {
  const expected = causesOf({ outcomes: outcomes.filter(({ kind }) => kind === 'expected-failure'), coverage });
  const texts = [
    ...causesOfFailures({ outcomes, coverage }).map((cause) => failure(cause, 'failed')),
    ...expected.map((cause) => failure(cause, 'expected-failure')),
    ...causesOfRecommendations({ outcomes, coverage }).map((cause) => failure(cause, 'recommendation')),
  ];
  return texts.length === 0 ? '<p>None.</p>' : texts.join('');
}

function failure({ example, otherMessages, requirements, findings, cases, mayFollow }: Cause, kind: string): string {
  const { message, requirements: _, ...evidence } = findingOf(example);
  const count = `${counted(findings, 'finding')} in ${counted(cases.length, 'case')}${mayFollow ? ` ${MAY_FOLLOW}` : ''}`;
  return `<details class="${kind}"><summary>${escaped(message.split('\n', 1)[0] ?? '')} <small>${count}</small></summary>
<pre>${escaped([message, ...otherMessages].join('\n'))}</pre><ul>${requirements.map(requirementLine).join('')}</ul>${shown(evidence)}
<details><summary>${counted(cases.length, 'case')}</summary><ul>${cases.map(caseLine).join('')}</ul></details></details>`;
}

const requirementLine = (id: string): string =>
  `<li><a href="#${escaped(id)}"><code>${escaped(id)}</code></a> ${escaped(requirementText(id))}</li>`;

const caseLine = ({ caseId, title, variant, reason }: Affected): string =>
  `<li><code>${escaped(caseId)}</code> ${escaped(title)} <small>${escaped(variant)}</small>${reason ? ` ${escaped(reason)}` : ''}</li>`;

type Evidence = Omit<ReturnType<typeof findingOf>, 'message' | 'requirements'>;

const shown = ({ curl, status, headers, body }: Evidence): string =>
  curl
    ? `<pre>${escaped(curl)}</pre><pre>${status}\n${escaped(JSON.stringify(headers, null, 1))}\n\n${escaped(body ?? '')}</pre>`
    : '';
