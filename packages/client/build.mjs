// Compiles `src` into the published `dist`: ES modules in `dist`, CommonJS in `dist/cjs`, and the program.
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';

const ENTRIES = ['src/index.ts', 'src/testing/index.ts', 'src/webhooks.ts'];
const COMMONJS = 'dist/cjs';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const declarations = globSync('dist/**/*.d.ts');
for (const file of declarations) {
  // The compiler rewrites imports in code only; declarations need the same file extension.
  const text = readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
  writeFileSync(file, text);
  // A declaration's folder decides whether it describes an ES module or CommonJS.
  const copy = join(COMMONJS, file.slice('dist/'.length));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}
writeFileSync(join(COMMONJS, 'package.json'), '{ "type": "commonjs" }\n');
buildSync({
  entryPoints: ENTRIES,
  outbase: 'src',
  outdir: COMMONJS,
  bundle: true,
  format: 'cjs',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
});

const PROGRAM = 'dist/command-line.js';
buildSync({
  entryPoints: ['src/command-line/main.ts'],
  outfile: PROGRAM,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});
chmodSync(PROGRAM, 0o755);
