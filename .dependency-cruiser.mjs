// The order of imports: each list goes from the first folder to the last, and a folder imports only from earlier ones.

const SERVER = 'packages/server/src';
const SERVER_ORDER = [
  'process',
  'database',
  'changes',
  'lists',
  'request-log',
  'contract',
  'control',
  'records',
  'pipeline',
  '(brand-settings|config|runtime|settings|tracing)[.]ts$',
  'oauth',
  'webhooks',
  'back-office',
  'gateway',
  'operations',
  'pages',
  '(app|listeners|measure|operations-listener|roles|server|sweep)[.]ts$',
  'command-line',
  'main[.]ts$',
];

const SUITE = 'packages/conformance/src';
const SUITE_ORDER = [
  'http',
  'specification',
  'contract',
  'requirements',
  'back-office',
  'target',
  'checks',
  'run',
  'driver',
  'cases',
  'report',
  '(program|main)[.]ts$',
];

const LABORATORY = 'packages/conformance/lab';
const CLIENT = 'packages/client/(src|test|examples)';

const inside = (root, part) => `^${root}/${part.endsWith('$') ? part : `${part}/`}`;

const oneWay = (root, order) =>
  order
    .slice(0, -1)
    .map((part, index) => ({
      name: `one-way-from-${part.replace(/\W+/g, '-')}`,
      comment: `Imports go one way. From the first folder to the last: ${order.join(', ')}.`,
      severity: 'error',
      from: { path: inside(root, part) },
      to: { path: order.slice(index + 1).map((later) => inside(root, later)) },
    }));

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: from }, to });

const CALLERS = `^${SERVER}/(control|oauth|pipeline)/`;
const DRIVERS = 'node_modules/(koa|pg)/';
const RECORDS = `^${SERVER}/records`;
/** What resources share. Everything else in records/ is a resource: a file or a folder. */
const SHARED_RECORDS = `${RECORDS}/(documents/|(decimal|entries|feed|handlers|item-modifiers|ledger|record|record-table|simple-records)[.]ts$)`;

export default {
  forbidden: [
    ...oneWay(SERVER, SERVER_ORDER),
    ...oneWay(SUITE, SUITE_ORDER),
    forbid(
      'no-circles',
      'Files do not import each other in a circle, types included.',
      [SERVER, SUITE, LABORATORY, CLIENT, '^openapi/src/'],
      { circular: true },
    ),
    forbid(
      'database-has-own-errors',
      'pipeline/ turns errors of the database into responses.',
      `^${SERVER}/(database|changes|lists)/`,
      { path: `^${SERVER}/errors[.]ts$` },
    ),
    forbid(
      'records-know-no-caller',
      "A record knows the contract's types and its tenant's store, not HTTP or the caller.",
      `^${SERVER}/records/`,
      { path: [CALLERS, DRIVERS] },
    ),
    forbid(
      'records-stay-apart',
      'Resources never import each other; what several need is a file of records/.',
      `${RECORDS}/(?!resources[.]ts)([^/.]+)`,
      { path: `${RECORDS}/`, pathNot: [`${RECORDS}/$1[/.]`, SHARED_RECORDS] },
    ),
    forbid('rules-do-no-io', 'Rules decide; they do no I/O.', `^${SERVER}/.+/rules[.]ts$`, {
      path: [CALLERS, DRIVERS, `^${SERVER}/(database|changes|lists)/`, '/(store|handlers)[.]ts$'],
    }),
    forbid('rules-use-no-node', 'Rules decide; they do no I/O.', `^${SERVER}/.+/rules[.]ts$`, {
      dependencyTypes: ['core'],
    }),
    forbid(
      'client-knows-no-server',
      'The client and its double know the contract and the specification, which is generated into them.',
      '^packages/client/src/',
      { path: ['^packages/(server|conformance)/', '^@tillgate/(server|conformance)'] },
    ),
    forbid(
      'suite-knows-no-server',
      'The suite knows a deployment by its contract alone; lab/ starts servers of this repository.',
      '^packages/conformance/(src|test)/',
      { path: ['^packages/server/', '^@tillgate/server', '^packages/conformance/lab/'] },
    ),
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, exclude: { path: '/generated/' } },
};
