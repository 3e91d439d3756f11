import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The machine's own Chromium, which `.ci/run` installs. Without one, a person has to check the pages. */
const executablePath = process.env.TEST_BROWSER ?? '/usr/bin/chromium';

export const hasBrowser = existsSync(executablePath);

/** Starts Chromium without its sandbox, which root cannot have. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });
