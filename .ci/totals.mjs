// Adds up the results of tiers, `node .ci/totals.mjs fast machines`, and fails if tests that had to run did not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const PACKAGES = [
  'openapi',
  'packages/server',
  'packages/client',
  'packages/conformance',
  'packages/conformance/lab',
  'deploy/ha',
];

/** Projects of the server's tests that each tier has. */
const PROJECTS = { fast: ['fast'], machines: ['processes', 'postgres', 'guarded', 'gateway'], nightly: ['nightly'] };

/** Tests that machines without certain programs skip, with a check for the programs. */
const NEEDY = {
  machines: [
    { name: 'the suites on Redis', title: /redis/i, possible: true },
    { name: 'the suite on a PostgreSQL of its own', file: 'own-cluster.test.ts', possible: hasPostgres() },
    { name: 'the journeys in Chromium', file: 'browser/merchant.test.ts', possible: 'TEST_BROWSER' in process.env },
  ],
  nightly: [
    { name: 'the moves between cells', file: 'moves.test.ts', possible: hasPostgres() },
    { name: 'the former release', file: 'former-release.test.ts', possible: true },
    { name: 'the schemas from before the baseline', title: /needs the history/, possible: true },
  ],
};

const tiers = process.argv.slice(2);
let passed = 0;
let failed = 0;
const missing = [];
const ran = [];
for (const folder of PACKAGES) {
  const { scripts } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  for (const tier of tiers) {
    if (!scripts[tier === 'fast' ? 'test' : `test:${tier}`]) continue;
    const file = `${folder}/.test-results/${tier}.json`;
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
  }
}
const noted = 'packages/server/.test-results/projects';
const projects = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n') : [];
for (const project of tiers.flatMap((tier) => PROJECTS[tier]))
  if (!projects.includes(project)) missing.push(`the ${project} project`);
for (const { name, title = /^/, file = '', possible } of tiers.flatMap((tier) => NEEDY[tier] ?? [])) {
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
