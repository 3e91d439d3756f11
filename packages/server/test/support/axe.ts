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

/** Widths of phones, tablets and desktops. */
const WIDTHS = [390, 768, 1024, 1280, 1366, 1920];

/** Runs in the page. What is wider than the screen, a table that is cut, or what overlaps in the header. */
const LAYOUT = `(() => {
  const faults = [];
  const main = document.querySelector('main');
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const room = main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
  for (const table of main.querySelectorAll('.scroll')) {
    const frame = table.closest('main > *') ?? table;
    const isCut = table.scrollWidth > table.clientWidth + 1;
    // Records may have more columns than any screen has room for; then they take it all.
    const takesAll = frame.offsetWidth >= room - 2 && (innerWidth < 1280 || (table.closest('#answer') && room > innerWidth - 110));
    if (isCut && !takesAll) faults.push('cut: ' + (table.ariaLabel ?? ''));
  }
  const header = document.querySelector('.office > .top');
  if (header && innerWidth >= 1280 && header.clientHeight > 80) faults.push('header of ' + header.clientHeight + ' px');
  const boxes = [...(header?.querySelectorAll('a, button, input[type=search], .who, .badge') ?? [])]
    .map((element) => [element.textContent || 'search', element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  for (const [i, [one, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(i + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) faults.push(one + ' over ' + other);
  return faults;
})()`;

/** What is wrong with the layout of a page on screens of each width. */
export async function layoutFaults(page: Page, widths = WIDTHS): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await page.evaluate<string[]>(LAYOUT)).map((fault) => `${width}: ${fault}`));
  }
  return faults;
}

/** Asserts on each screen that axe finds no problem and the page is laid out for it. */
export async function expectUsable(page: Page, name = page.url(), screens = SCREENS): Promise<void> {
  for (const { width, colorScheme, rules } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await axeFindings(page, rules && { runOnly: rules });
    expect([name, width, found, await layoutFaults(page, [width])]).toEqual([name, width, [], []]);
  }
}
