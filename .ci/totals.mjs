// Adds up what the test runs wrote, and fails when a suite that CI is there for did not run.
import { existsSync, readFileSync } from 'node:fs';

const RESULTS = [
  'openapi',
  'packages/server',
  'packages/client',
  'packages/conformance',
  'packages/conformance/lab',
].map((folder) => `${folder}/.test-results`);

let passed = 0;
let failed = 0;
const missing = [];
const titles = [];
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
  titles.push(...results.testResults.flatMap((suite) => suite.assertionResults.map((test) => test.fullName)));
  if (existsSync(`${folder}/projects`)) {
    for (const project of readFileSync(`${folder}/projects`, 'utf8').split('\n').filter(Boolean)) projects.add(project);
  }
}
for (const project of ['embedded', 'postgres', 'guarded'])
  if (!projects.has(project)) missing.push(`the ${project} project`);
if (!titles.some((title) => /redis/i.test(title))) missing.push('the suites on Redis');

if (missing.length > 0) console.error(`Did not run: ${missing.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = missing.length > 0 || failed > 0 || passed === 0 ? 1 : 0;
