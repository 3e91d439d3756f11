import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULES = ['program.ts', 'serve.ts'].map(
  (file) => new URL(`../../../src/command-line/${file}`, import.meta.url).href,
);

/** Prints the URLs of all modules loaded at start. */
const LIST_LOADED = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  for (const url of ${JSON.stringify(MODULES)}) await import(url);
  console.log(JSON.stringify(loaded));`;

test('a start loads nothing that only some settings, requests or commands need', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', LIST_LOADED]);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.some((url) => url.includes('/node_modules/koa/'))).toBe(true);
  const needless =
    /node_modules\/(marked|@lezer|ioredis|nodemailer|undici|sharp|pino-pretty|@electric-sql|@opentelemetry\/sdk)|src\/back-office\/import\/format\.ts|src\/back-office\/demo\/write-/;
  expect(loaded.filter((url) => needless.test(url))).toEqual([]);
});
