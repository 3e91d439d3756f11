import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.ts';
import { GENERATED, REPOSITORY } from './layout.ts';

const fresh = mkdtempSync(join(tmpdir(), 'tillgate-generated-'));
process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
await generate(fresh);

// Lists what differs in a fresh folder: M for another text, A for a file that is missing here, D for one left over.
const compare = ['diff', '--no-index', '--name-status'];
const outcomes = GENERATED.map((folder) =>
  spawnSync('git', [...compare, folder, join(fresh, folder)], { cwd: REPOSITORY, stdio: 'inherit' }),
);
for (const { error } of outcomes) if (error) throw new Error(`git could not be run: ${error.message}`);
if (outcomes.some(({ status }) => status !== 0)) {
  console.error('\nThe generated files do not match the contract. Run: pnpm generate');
  process.exitCode = 1;
}
