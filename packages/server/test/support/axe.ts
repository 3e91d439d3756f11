import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Source of axe, for `context.addInitScript`. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Rules that a page breaks (all, or those in `runOnly`), each with the offending elements. Waits
 * until the page has loaded, since colours measured without its style sheet would be the browser's.
 */
export async function axeFindings(
  page: Page,
  options: { runOnly?: readonly string[] } = {},
): Promise<[rule: string, elements: string[]][]> {
  await page.waitForLoadState();
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
