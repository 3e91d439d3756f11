// `pnpm bench <name> …` runs one of the benches; without a name it compares the hot requests with bare servers (bench/run.ts).
const BENCHES = ['run', 'growth', 'peers', 'page', 'pictures'];

const name = process.argv[2] ?? '';
const known = BENCHES.includes(name);
if (known) process.argv.splice(2, 1);
await import(`./${known ? name : 'run'}.ts`);
