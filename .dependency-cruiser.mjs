// The order of imports: each list goes from the first folder to the last, and a folder imports only from earlier ones.

const SERVER = 'packages/server/src';
const SERVER_ORDER = [
  'storage',
  'contract',
  'credentials',
  'listeners',
  'limits',
  'mail',
  'webhooks',
  'traffic',
  'directory',
  'auth',
  'resources',
  'import',
  'demo',
  'till',
  'catalogue-files',
  'http',
  'oauth',
  'gateway',
  'delivery',
  'scenarios',
  'admin',
  'ops',
  'web',
  'app[.]ts$',
  'roles',
  'server[.]ts$',
  'commands',
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
  'engine',
  'driver',
  'cases',
  'report',
  '(program|main)[.]ts$',
];

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

const CALLERS = `^${SERVER}/(oauth|auth|credentials|limits|directory)/`;
const DRIVERS = 'node_modules/(koa|pg)/';
const otherResource = (files) => ({
  path: `^${SERVER}/resources/[^/]+/${files}[.]ts$`,
  pathNot: `^${SERVER}/resources/$1/`,
});

export default {
  forbidden: [
    ...oneWay(SERVER, SERVER_ORDER),
    ...oneWay(SUITE, SUITE_ORDER),
    forbid(
      'no-circles',
      'Files do not import each other in a circle, types included.',
      [SERVER, SUITE, '^openapi/src/'],
      { circular: true },
    ),
    forbid('storage-has-own-errors', 'http/ turns errors of storage into responses.', `^${SERVER}/storage/`, {
      path: `^${SERVER}/errors[.]ts$`,
    }),
    forbid(
      'resources-know-no-caller',
      "A resource knows the contract's types and its tenant's store, not HTTP or the caller.",
      `^${SERVER}/resources/`,
      { path: [CALLERS, DRIVERS] },
    ),
    forbid(
      'resources-stay-apart',
      'Resources never import each other; what several need is a file of resources/.',
      `^${SERVER}/resources/([^/]+)/`,
      otherResource('(handlers|store|rules)'),
    ),
    forbid('rules-do-no-io', 'Rules decide; they do no I/O.', `^${SERVER}/.+/rules[.]ts$`, {
      path: [CALLERS, DRIVERS, `^${SERVER}/storage/`, '/(store|handlers)[.]ts$'],
    }),
    forbid('rules-use-no-node', 'Rules decide; they do no I/O.', `^${SERVER}/.+/rules[.]ts$`, {
      dependencyTypes: ['core'],
    }),
    forbid(
      'suite-knows-no-server',
      'The suite knows a deployment by its contract alone; lab/ starts servers of this repository.',
      '^packages/conformance/(src|test)/',
      { path: ['^packages/server/', '^@tillgate/server', '^packages/conformance/lab/'] },
    ),
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, exclude: { path: '/generated/' } },
};
