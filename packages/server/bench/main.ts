// `pnpm bench <name> …` runs one bench; without a name, the comparison with bare servers (bench/run.ts).
const BENCHES = ['run', 'roles', 'bulk', 'feed', 'growth', 'peers', 'holds', 'page'];

const name = process.argv[2] ?? '';
const known = BENCHES.includes(name);
if (known) process.argv.splice(2, 1);
await import(`./${known ? name : 'run'}.ts`);
