import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours and sizes, which differ between screens. */
export const OF_SCREENS = ['color-contrast', 'target-size'];

/** Rules about texts and sizes, which differ between languages. */
export const OF_LANGUAGES = [
  'aria-command-name',
  'aria-input-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'select-name',
  'summary-name',
  'target-size',
  'valid-lang',
];

/** Ends transitions and animations, except for those that never end. */
const SETTLE = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .forEach((animation) => animation.finish())`;

/**
 * Rules that a page breaks (all, or those in `runOnly`), each with the offending elements. Colours
 * are measured once the style sheets are loaded and nothing is fading in.
 */
export async function axeFindings(
  page: Page,
  options: { runOnly?: readonly string[] } = {},
): Promise<[rule: string, elements: string[]][]> {
  await page.waitForLoadState();
  await page.evaluate(SETTLE);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

export interface Screen {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Axe rules; all of them by default. */
  readonly rules?: readonly string[] | undefined;
}

/** The smallest screen, with the rules about what differs there, and a desktop with all rules. */
export const SCREENS: readonly Screen[] = [
  { width: 320, colorScheme: 'dark', rules: OF_SCREENS },
  { width: 1280, colorScheme: 'light' },
];

/** Asserts on each screen that axe finds no problem and nothing is wider than the screen. */
export async function expectUsable(page: Page, name = page.url(), screens = SCREENS): Promise<void> {
  for (const { width, colorScheme, rules } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await axeFindings(page, rules && { runOnly: rules });
    const overflow = await page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
    expect([name, width, found, overflow]).toEqual([name, width, [], 0]);
  }
}
