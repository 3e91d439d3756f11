import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleText } from './bundle.ts';
import { readApprovals } from './diff/approvals.ts';
import { compareDocuments } from './diff/compare-documents.ts';
import { report, unapproved, type Verdict } from './diff/report.ts';
import { readUsage, touchedBy } from './diff/usage.ts';
import type { OpenApiDocument } from './document.ts';
import { BUNDLE, PACKAGE, REPOSITORY } from './layout.ts';

const USAGE = 'usage: contract:diff <git-ref> [--markdown] [--usage <file>]';

/**
 * Compares the sources in a folder with the contract of a commit. Nothing has to be generated first. Throws if they cannot
 * be compared, which is neither a pass nor a failure.
 */
export function contractDiff(args: string[], print: (text: string) => void, folder = PACKAGE): 0 | 1 {
  const { ref, markdown, usage } = readArguments(args);
  const committed = bundleAt(ref);
  if (committed === undefined) {
    print(`${ref} has no ${BUNDLE}: everything in the contract is new.`);
    return 0;
  }
  const present = bundleText(folder);
  const before: OpenApiDocument = JSON.parse(committed);
  const after: OpenApiDocument = JSON.parse(present);
  const verdict: Verdict = {
    changes: compareDocuments(before, after),
    approvals: readApprovals(join(folder, 'approved-breaking.yaml')),
    edited: committed !== present,
    touched: usage === undefined ? undefined : touchedBy(readUsage(usage), before),
  };
  print(report(verdict, markdown ? 'markdown' : 'text'));
  return unapproved(verdict).length === 0 ? 0 : 1;
}

function readArguments(args: string[]): { ref: string; markdown: boolean; usage?: string | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { markdown: { type: 'boolean', default: false }, usage: { type: 'string' } },
  });
  const [ref, ...more] = positionals;
  if (ref === undefined || more.length > 0) throw new Error(USAGE);
  return { ref, ...values };
}

/** Reads the bundle that is committed next to its sources; generate:check proves that they match. */
function bundleAt(ref: string): string | undefined {
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])?.trim();
  if (commit === undefined)
    throw new Error(`git knows no commit '${ref}' (a shallow clone may have to fetch it first)`);
  return git(['show', `${commit}:${BUNDLE}`]);
}

function git(args: string[]): string | undefined {
  const { status, stdout, error } = spawnSync('git', args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw new Error(`git could not be run: ${error.message}`);
  return status === 0 ? stdout : undefined;
}

if (import.meta.main) {
  try {
    process.exitCode = contractDiff(process.argv.slice(2), (text) => console.log(text));
  } catch (error) {
    console.error(`contract:diff: ${(error as Error).message}`);
    process.exitCode = 2;
  }
}
