// Runs the parts of the nightly check one after another, and writes nightly/report.md: their results, and the line that
// repeats each.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sampleSeed } from './seed.ts';

const SEED = String(sampleSeed());
const FOLDER = 'nightly';
const CONFORMANCE = 'node packages/conformance/lab/main.ts';

const PARTS = [
  { name: 'Tests', command: 'turbo run test:nightly --concurrency=1 --continue' },
  { name: 'The suite with random requests', command: `${CONFORMANCE} --seed ${SEED} --report ${FOLDER}/suite` },
  { name: 'Faults and the rules they break', command: `${CONFORMANCE} prove --blame` },
  {
    name: 'Mutants of the server',
    command: `${CONFORMANCE} prove --mutate ${SEED} --count 40 --page ${FOLDER}/mutants.md`,
    page: `${FOLDER}/mutants.md`,
  },
];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);

const rows = PARTS.map(({ name, command, page }) => {
  console.log(`\n${name}: ${command}`);
  const started = Date.now();
  const env = { ...process.env, TEST_SEED: SEED };
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  return { name, command, page, minutes, passed: status === 0 };
});

const lines = [
  `# Nightly check, TEST_SEED=${SEED}`,
  '',
  '| Part | Result | Minutes | To repeat |',
  '| --- | --- | ---: | --- |',
  ...rows.map(
    ({ name, command, minutes, passed }) =>
      `| ${name} | ${passed ? 'passed' : '**failed**'} | ${minutes} | \`TEST_SEED=${SEED} ${command}\` |`,
  ),
  ...failures(),
  ...rows.flatMap(({ page }) => (page && existsSync(page) ? ['', readFileSync(page, 'utf8')] : [])),
];
writeFileSync(`${FOLDER}/report.md`, `${lines.join('\n')}\n`);
console.log(`\n${lines.slice(0, 5 + PARTS.length).join('\n')}\n\n${FOLDER}/report.md has the rest.`);
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;

/** Titles of failed tests. */
function failures() {
  const files = ['openapi', 'packages/server', 'packages/client', 'packages/conformance/lab', 'deploy/ha']
    .map((folder) => `${folder}/.test-results/nightly.json`)
    .filter(existsSync);
  const failed = files
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults)
    .flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}: ${message}`] : []),
      ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ]);
  return failed.length > 0 ? ['', '## Failed tests', '', ...failed.map((title) => `- ${title}`)] : [];
}
