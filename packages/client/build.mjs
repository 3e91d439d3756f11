// Compiles `src` into `dist`, as it is published.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

// The compiler rewrites the imports of programs alone; declarations name files that are there, too.
for (const file of globSync('dist/**/*.d.ts')) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
