// `pnpm bench <name> …` runs a comparison of works.ts, by default with bare servers, or another script of this folder.
const SCRIPTS = ['growth', 'waits', 'holds'];

const [name = ''] = process.argv.slice(2);
if (name === 'page') {
  (await import('./performance-page.ts')).writePage();
} else {
  if (SCRIPTS.includes(name)) process.argv.splice(2, 1);
  await import(`./${SCRIPTS.includes(name) ? name : 'run'}.ts`);
}
