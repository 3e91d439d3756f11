// Compiles `src` into `dist`, a package as it is installed: modules in `dist/lib`, and a manifest with pinned versions.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, 'dist');
const CONTRACT = '@tillgate/openapi/openapi.json';
/** Modules that import the contract, a package of the workspace. */
const READERS = ['contract/contract.js', 'contract/operation-scopes.js', 'contract/read-only.js', 'import/format.js'];

rmSync(DIST, { recursive: true, force: true });
compile();
copyOtherFiles();
placeContract();
writeManifest();

function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
  const { status } = spawnSync(process.execPath, [join(dirname(tsc), 'bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: HERE,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Migrations, styles and pictures. */
function copyOtherFiles() {
  cpSync(join(HERE, 'src'), join(DIST, 'lib'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  cpSync(join(HERE, '../../LICENSE'), join(DIST, 'LICENSE'));
}

function placeContract() {
  cpSync(fileURLToPath(import.meta.resolve(CONTRACT)), join(DIST, 'lib/contract/openapi.json'));
  for (const reader of READERS) {
    const file = join(DIST, 'lib', reader);
    const path = relative(dirname(file), join(DIST, 'lib/contract/openapi.json')).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    if (!text.includes(`'${CONTRACT}'`)) throw new Error(`${reader} does not import the contract.`);
    writeFileSync(file, text.replace(`'${CONTRACT}'`, `'${path.startsWith('.') ? path : `./${path}`}'`));
  }
}

function writeManifest() {
  const { name, version, description, license, type, dependencies } = manifestOf(HERE);
  const versions = Object.keys(dependencies).map((dependency) => [
    dependency,
    manifestOf(join(HERE, 'node_modules', dependency)).version,
  ]);
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=20.12' },
    bin: { tillgate: './lib/main.js' },
    files: ['lib'],
    dependencies: Object.fromEntries(versions),
  };
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
