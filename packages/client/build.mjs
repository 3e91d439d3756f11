// Compiles `src` into `dist`, as it is published: modules in `dist`, CommonJS in `dist/cjs`.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';

const ENTRIES = ['src/index.ts', 'src/testing/index.ts'];
const COMMONJS = 'dist/cjs';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const declarations = globSync('dist/**/*.d.ts');
for (const file of declarations) {
  // The compiler rewrites the imports of programs alone; declarations name files that are there, too.
  const text = readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
  writeFileSync(file, text);
  // Whether a declaration is of a module or of CommonJS depends on the folder that it is in.
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
