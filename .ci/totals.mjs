// Adds up the results of all test runs, and fails if a suite that CI must run was skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const RESULTS = [
  'openapi',
  'packages/server',
  'packages/client',
  'packages/conformance',
  'packages/conformance/lab',
  'deploy/ha',
].map((folder) => `${folder}/.test-results`);

/** Tests that machines without certain programs skip, with a check for the programs. */
const NEEDY = [
  { name: 'the suites on Redis', title: /redis/i, possible: true },
  { name: 'the moves between cells', file: 'moves.test.ts', possible: hasPostgres() },
  { name: 'the suite on a PostgreSQL of its own', file: 'own-cluster.test.ts', possible: hasPostgres() },
  { name: 'the former release', file: 'former-release.test.ts', possible: hasHistory() },
  {
    name: 'the schemas from before the baseline',
    title: /needs the history/,
    file: 'baseline.test.ts',
    possible: hasHistory(),
  },
  { name: 'the journeys in Chromium', file: 'browser/merchant.test.ts', possible: 'TEST_BROWSER' in process.env },
];

let passed = 0;
let failed = 0;
const missing = [];
const ran = [];
const projects = new Set();
for (const folder of RESULTS) {
  const file = `${folder}/results.json`;
  if (!existsSync(file)) {
    missing.push(file);
    continue;
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  passed += results.numPassedTests;
  failed +=
    results.numFailedTests +
    results.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
  for (const { name, assertionResults } of results.testResults) {
    const tests = assertionResults.filter(({ status }) => status === 'passed');
    ran.push(...tests.map(({ fullName }) => ({ file: name, title: fullName })));
  }
  if (existsSync(`${folder}/projects`)) {
    for (const project of readFileSync(`${folder}/projects`, 'utf8').split('\n').filter(Boolean)) projects.add(project);
  }
}
for (const project of ['embedded', 'roles', 'postgres', 'guarded'])
  if (!projects.has(project)) missing.push(`the ${project} project`);
for (const { name, title = /^/, file = '', possible } of NEEDY) {
  const isRun = ran.some((test) => title.test(test.title) && test.file.endsWith(file));
  if (possible && !isRun) missing.push(name);
}

if (missing.length > 0) console.error(`Did not run: ${missing.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = missing.length > 0 || failed > 0 || passed === 0 ? 1 : 0;

/** PostgreSQL's server programs; a machine may have only the client, or PostgreSQL in a container. */
function hasPostgres() {
  const root = '/usr/lib/postgresql';
  return existsSync(root) && readdirSync(root).some((version) => existsSync(`${root}/${version}/bin/pg_ctl`));
}

/** A commit before the newest migrations, which a shallow clone lacks. */
function hasHistory() {
  return ['control', 'region'].every((kind) => {
    const args = [
      '-1',
      '--no-renames',
      '--diff-filter=A',
      '--format=%P',
      '--',
      `packages/server/src/storage/migrations/${kind}`,
    ];
    return spawnSync('git', ['log', ...args], { encoding: 'utf8' }).stdout?.trim();
  });
}
