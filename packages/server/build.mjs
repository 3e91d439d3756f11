// Compiles `src` into `dist`, a package as it is installed: modules in `dist/lib`, and a manifest with pinned versions.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, 'dist');
const LIB = join(DIST, 'lib');

/** Files and folders that only the workspace has, and the expressions that find them there and in the package. */
const PLACED = [
  ...['openapi.json', 'client-samples.json', 'postman.json', 'arazzo.json'].map((name) => ({
    source: import.meta.resolve(`@tillgate/openapi/${name}`),
    target: `contract/${name}`,
    expression: `'@tillgate/openapi/${name}'`,
    inPackage: (path) => `'${path}'`,
  })),
  {
    source: new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
    target: 'pages/documentation/standalone.js',
    expression: "new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))",
    inPackage: (path) => `new URL('${path}', import.meta.url)`,
  },
  ...['changelog.html', 'live-examples.js'].map((name) => ({
    source: import.meta.resolve(`@tillgate/openapi/${name}`),
    target: `pages/documentation/${name}`,
    expression: `new URL(import.meta.resolve('@tillgate/openapi/${name}'))`,
    inPackage: (path) => `new URL('${path}', import.meta.url)`,
  })),
  {
    source: new URL('../../docs/guides/', import.meta.url),
    target: 'contract/guides',
    expression: "new URL('../../../../docs/guides/', import.meta.url)",
    inPackage: (path) => `new URL('${path}/', import.meta.url)`,
  },
];

/** Their files that the server reads are placed in the package. */
const PLACED_PACKAGES = ['@scalar/api-reference', '@tillgate/openapi'];

rmSync(DIST, { recursive: true, force: true });
compile();
copyOtherFiles();
for (const file of PLACED) place(file);
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
  cpSync(join(HERE, 'src'), LIB, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  cpSync(join(HERE, '../../LICENSE'), join(DIST, 'LICENSE'));
  chmodSync(join(LIB, 'main.js'), 0o755);
}

function place({ source, target, expression, inPackage }) {
  cpSync(fileURLToPath(source), join(LIB, target), { recursive: true });
  const modules = readdirSync(LIB, { recursive: true }).filter((file) => file.endsWith('.js'));
  const readers = modules.filter((file) => readFileSync(join(LIB, file), 'utf8').includes(expression));
  if (readers.length === 0) throw new Error(`No module has ${expression}.`);
  for (const reader of readers) {
    const file = join(LIB, reader);
    const path = relative(dirname(file), join(LIB, target)).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(expression, inPackage(path.startsWith('.') ? path : `./${path}`)));
  }
}

function writeManifest() {
  const { name, version, description, license, type, engines, dependencies } = manifestOf(HERE);
  const installed = Object.keys(dependencies).filter((dependency) => !PLACED_PACKAGES.includes(dependency));
  const versions = installed.map((dependency) => [
    dependency,
    manifestOf(join(HERE, 'node_modules', dependency)).version,
  ]);
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { tillgate: './lib/main.js' },
    files: ['lib'],
    dependencies: Object.fromEntries(versions),
  };
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
