// `pnpm bench <name> …` runs one bench: a comparison of works.ts, by default with bare servers, or another script of this folder.
const SCRIPTS = ['growth', 'waits', 'holds', 'page'];

const script = SCRIPTS.find((name) => name === process.argv[2]);
if (script) process.argv.splice(2, 1);
await import(`./${script ?? 'run'}.ts`);
