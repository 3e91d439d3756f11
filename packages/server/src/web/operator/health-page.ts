import { html } from 'hono/html';
import type { OutputOf } from '../../directory/operations.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable } from '../kit/page/lists.ts';
import type { Html } from '../languages/html.ts';
import { operatorNavigation } from './navigation.ts';

type Finding = OutputOf<'deployment.check'>['findings'][number];

/** State of the process that answers. */
export interface ProcessState {
  readonly pid: number;
  /** Whether limits are counted in Redis: undefined where there is none. */
  readonly redis: 'up' | 'away' | undefined;
  readonly log: { readonly written: number; readonly dropped: number; readonly waiting: number };
}

export interface Health {
  readonly version: string;
  /** Apps that wait for a decision. */
  readonly submitted: number;
  readonly findings: readonly Finding[];
  readonly process: ProcessState;
}

/** State of the service at a glance. */
export function healthPage({ version, submitted, findings, process }: Health): Page {
  const wrong = findings.filter(({ status }) => status !== 'ok').length;
  const body = html`<h1>Health</h1>
    <p class="lead">${wrong === 0 ? 'All checks passed just now.' : `${wrong} of ${findings.length} checks need attention.`}</p>
    <section class="card"><dl>
      <div><dt>Version</dt><dd>${version}</dd></div>
      <div><dt>Apps waiting for review</dt><dd><a href="/operator/reviews">${submitted}</a></dd></div>
    </dl></section>
    ${dataTable('Databases and regions', findings, [
      ['State', stateOf],
      ['Check', ({ check }) => check],
      [
        'Found',
        (finding) => html`${finding.found}${'fix' in finding && html`<br /><strong>Fix:</strong> ${finding.fix}`}`,
      ],
    ])}
    ${thisProcess(process)}`;
  return { title: 'Health', body, navigation: operatorNavigation('health') };
}

const STATES: Readonly<Record<Finding['status'], readonly [kind: string, text: string]>> = {
  ok: ['good', 'OK'],
  warning: ['refused', 'Warning'],
  failed: ['failed', 'Failed'],
};

const stateOf = ({ status }: Finding): Html =>
  html`<span class="outcome ${STATES[status][0]}">${STATES[status][1]}</span>`;

const REDIS = { up: 'Counts rate limits', away: 'Unreachable: each process counts on its own' } as const;

const thisProcess = ({ pid, redis, log }: ProcessState): Html => html`<section class="card">
  <h2>This process</h2>
  <p>With several workers, each has its own figures; <code>/metrics</code> of the operations listener adds them up.</p>
  <dl><div><dt>Process</dt><dd>${pid}</dd></div>
    <div><dt>Redis</dt><dd>${redis === undefined ? 'Not used' : REDIS[redis]}</dd></div>
    <div><dt>Requests logged</dt><dd>${log.written}</dd></div>
    <div><dt>Waiting to be logged</dt><dd>${log.waiting}</dd></div>
    <div><dt>Dropped from the log</dt><dd>${log.dropped}</dd></div></dl>
</section>`;
