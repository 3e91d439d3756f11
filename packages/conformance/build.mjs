// Bundles the published command into `dist`, without dependencies, with the requirements and the licences of the bundled packages.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { stringify } from 'yaml';
import { BEHAVIOUR } from './src/requirements/behaviour.ts';
import { parseRules } from './src/requirements/parse-rules.ts';

/** Puts the text of docs/behaviour.md, which is outside of the package, into the bundle. */
const inlineBehaviour = {
  name: 'inline-behaviour',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]requirements[\\/]behaviour\.ts$/ }, () => ({
      contents: `export const BEHAVIOUR = ${JSON.stringify(BEHAVIOUR)};`,
    })),
};

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/suite.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  metafile: true,
  plugins: [inlineBehaviour],
  logOverride: { 'empty-import-meta': 'error' },
  // Some of the libraries load Node's modules by `require`.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
});
// The command itself. It loads the suite only after checking the version of Node.js.
await build({
  stdin: { contents: "import '../server/src/version.ts';\nawait import('./suite.js');\n", resolveDir: '.' },
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  external: ['./suite.js'],
  banner: { js: '#!/usr/bin/env node' },
});

const bySubject = Map.groupBy(parseRules(BEHAVIOUR), ({ subject }) => subject);
const rows = [...bySubject].map(([subject, rules]) => [
  subject,
  rules.map(({ id, text, severity }) => ({ id, text, severity })),
]);
writeFileSync('dist/requirements.yaml', stringify(Object.fromEntries(rows)));

const libraries = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
);
writeFileSync('dist/LICENSES.txt', [...libraries].toSorted().map(licenceOf).join('\n\n'));

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  // The licence of a library whose package lacks it is in `licences`.
  const file = own ? join(folder, own) : join('licences', `${name}.txt`);
  return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}`;
}
