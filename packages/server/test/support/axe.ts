import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Axe itself, for `context.addInitScript`. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules that a page breaks (of `runOnly`, or of all), each with the elements that break it. Waits until the page has
 * loaded: colours are measured, and those of a page whose style sheet has not arrived are the browser's.
 */
export async function axeFindings(
  page: Page,
  options: { runOnly?: readonly string[] } = {},
): Promise<[rule: string, elements: string[]][]> {
  await page.waitForLoadState();
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
