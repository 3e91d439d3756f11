import {
  type Affected,
  type Cause,
  causesOf,
  causesOfFailures,
  causesOfRecommendations,
  type Run,
} from '../causes/causes.ts';
import {
  counted,
  describeNeverSucceeded,
  describeShared,
  MAY_FOLLOW,
  REQUIREMENTS_SHOWN,
  stepsBefore,
} from '../causes/describe-cause.ts';
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
  const never = describeNeverSucceeded(coverage.neverSucceeded);
  return (texts.length === 0 ? '<p>None.</p>' : texts.join('')) + (never && `<p>${escaped(never)}</p>`);
}

function failure(
  { example, otherMessages, requirements, findings, cases, shared, mayFollow }: Cause,
  kind: string,
): string {
  const { message, requirements: _, ...evidence } = findingOf(example);
  const count = `${counted(findings, 'finding')} in ${counted(cases.length, 'case')}${mayFollow ? ` ${MAY_FOLLOW}` : ''}`;
  return `<details class="${kind}"><summary>${escaped(message.split('\n', 1)[0] ?? '')} <small>${count}</small></summary>
<pre>${escaped([message, ...otherMessages, ...(shared ? [describeShared(shared)] : [])].join('\n'))}</pre><ul>${requirementLines(requirements)}</ul>${shown(evidence)}
<details><summary>${counted(cases.length, 'case')}</summary><ul>${cases.map(caseLine).join('')}</ul></details></details>`;
}

/** The most suspect ones with their texts, the others by id. */
function requirementLines(ids: readonly string[]): string {
  const [first, others] = [ids.slice(0, REQUIREMENTS_SHOWN), ids.slice(REQUIREMENTS_SHOWN)];
  const lines = first.map((id) => `<li>${linkTo(id)} ${escaped(requirementText(id))}</li>`);
  return [...lines, ...(others.length > 0 ? [`<li>also ${others.map(linkTo).join(', ')}</li>`] : [])].join('');
}

const linkTo = (id: string): string => `<a href="#${escaped(id)}"><code>${escaped(id)}</code></a>`;

const caseLine = ({ caseId, title, variant, reason }: Affected): string =>
  `<li><code>${escaped(caseId)}</code> ${escaped(title)} <small>${escaped(variant)}</small>${reason ? ` ${escaped(reason)}` : ''}</li>`;

type Evidence = Omit<ReturnType<typeof findingOf>, 'message' | 'requirements'>;

const shown = ({ before, curl, status, headers, body }: Evidence): string =>
  curl
    ? `<pre>${escaped([...stepsBefore({ before }), curl].join('\n'))}</pre><pre>${status}\n${escaped(JSON.stringify(headers, null, 1))}\n\n${escaped(body ?? '')}</pre>`
    : '';
