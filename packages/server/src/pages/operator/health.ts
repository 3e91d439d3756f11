import process from 'node:process';
import { html } from 'hono/html';
import type { OutputOf } from '../../operations/operations.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { dataTable } from '../kit/page/lists.ts';
import type { Html } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';

type Finding = OutputOf<'deployment.check'>['findings'][number];

/** State of the service at a glance. */
export const healthScreen: OperatorScreen = {
  path: '/operator',
  name: 'health',
  async show({ operations, deps }) {
    const { version } = await operations.call('deployment.show', {});
    const { findings } = await operations.call('deployment.check', {});
    const { data: submitted } = await operations.call('app.list', { state: 'SUBMITTED', limit: 200 });
    const wrong = findings.filter(({ status }) => status !== 'ok').length;
    const body = html`<h1>Health</h1>
    <p class="lead">${wrong === 0 ? 'All checks passed just now.' : `${wrong} of ${findings.length} checks need attention.`}</p>
    <section class="card"><dl>
      <div><dt>Version</dt><dd>${version}</dd></div>
      <div><dt>Apps waiting for review</dt><dd><a href="/operator/reviews">${submitted.length}</a></dd></div>
    </dl></section>
    ${dataTable('Databases and regions', findings, [
      ['State', stateOf],
      ['Check', ({ check }) => check],
      [
        'Found',
        (finding) => html`${finding.found}${'fix' in finding && html`<br /><strong>Fix:</strong> ${finding.fix}`}`,
      ],
    ])}
    ${thisProcess(deps)}`;
    return { title: 'Health', body, navigation: operatorNavigation('health') };
  },
};

const STATES: Readonly<Record<Finding['status'], readonly [kind: string, text: string]>> = {
  ok: ['good', 'OK'],
  warning: ['refused', 'Warning'],
  failed: ['failed', 'Failed'],
};

const stateOf = ({ status }: Finding): Html =>
  html`<span class="outcome ${STATES[status][0]}">${STATES[status][1]}</span>`;

const thisProcess = ({ counters, requestLog }: WebDependencies): Html => html`<section class="card">
  <h2>This process</h2>
  <p>With several workers, each has its own figures; <code>/metrics</code> of the operations listener adds them up.</p>
  <dl><div><dt>Process</dt><dd>${process.pid}</dd></div>
    <div><dt>Redis</dt><dd>${redisState(counters)}</dd></div>
    <div><dt>Requests logged</dt><dd>${requestLog.counts.written}</dd></div>
    <div><dt>Waiting to be logged</dt><dd>${requestLog.waiting}</dd></div>
    <div><dt>Dropped from the log</dt><dd>${requestLog.counts.dropped}</dd></div></dl>
</section>`;

function redisState({ sharing }: WebDependencies['counters']): string {
  if (!sharing) return 'Not used';
  return sharing.up ? 'Counts rate limits' : 'Unreachable: each process counts on its own';
}
