/** Exits if Node.js is older than package.json allows. Imported first, before modules that need a newer version. */
import { readFileSync } from 'node:fs';

const { name, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [, required] = engines.node.split('>=');
const [major, minor] = process.versions.node.split('.').map(Number);
const [leastMajor, leastMinor] = required.split('.').map(Number);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(`${name} requires Node.js ${required} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
