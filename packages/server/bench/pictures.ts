// Takes the pictures of the README, of a server that `npm start` runs: `pnpm bench pictures`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const DATA = process.env.TILLGATE_DATA_DIR ?? fileURLToPath(new URL('../../../.data', import.meta.url));
const SIZE = { width: 1000, height: 640 };

interface Login {
  readonly email: string;
  readonly password: string;
}

interface Demo {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly apps: readonly { readonly clientId: string; readonly redirectUris: readonly string[] }[];
  readonly merchants: readonly { readonly owner: Login }[];
  readonly developer: Login;
}

const demo: Demo = JSON.parse(await readFile(`${DATA}/demo.json`, 'utf8'));
const browser = await chromium.launch({
  executablePath: process.env.TEST_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await consentScreen(browser, demo);
await consolePage(browser, demo);
await browser.close();

async function consentScreen(browser: Browser, { webUrl, apps: [app], merchants: [merchant] }: Demo): Promise<void> {
  const page = await newPage(browser);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app?.clientId ?? '',
    redirect_uri: app?.redirectUris[0] ?? '',
    state: 'picture',
  });
  await page.goto(`${webUrl}/oauth/authorize?${query}`);
  await signIn(page, merchant?.owner);
  await page.waitForURL('**/oauth/consent/**');
  await page.screenshot({ path: `${FOLDER}consent.png` });
}

async function consolePage(browser: Browser, { webUrl, developer }: Demo): Promise<void> {
  const page = await newPage(browser);
  await page.goto(`${webUrl}/console`);
  await signIn(page, developer);
  await page.waitForURL('**/console');
  await page.screenshot({ path: `${FOLDER}console.png` });
}

function newPage(browser: Browser): Promise<Page> {
  return browser.newPage({ viewport: SIZE, locale: 'en', colorScheme: 'light' });
}

async function signIn(page: Page, login: Login | undefined): Promise<void> {
  await page.fill('#email', login?.email ?? '');
  await page.fill('#password', login?.password ?? '');
  await page.click('main button');
}
