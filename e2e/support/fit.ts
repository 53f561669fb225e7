/** Whether everything on a page fits, in windows and languages that make it hard. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { readMisfits } from './misfits.ts';

/** Widths of windows in px, each with its height. */
const WINDOWS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** One with long words, and one that runs from right to left; each comes before the next one in the console's own order. */
const HARD = ['ar', 'de', 'en'] as const;
type Hard = (typeof HARD)[number];

/** Milliseconds that something may be on its way to its place, as tabs are after the window has changed. */
const REST_MS = 5000;

/** A page that still reads is judged when it has read. */
const read = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector(':is(main, [role=dialog]) :is(.gantry-bone, [role=progressbar], .pf-v6-c-spinner)'));

const atRest = expect.configure({ soft: true, timeout: REST_MS });

/** Nothing of the page is cut, out of sight, or on something else. It goes on where something is: one run tells of all pages. */
async function expectFitsIn(page: Page, size: keyof typeof WINDOWS, language: string): Promise<void> {
  await page.setViewportSize(WINDOWS[size]);
  const told = `${new URL(page.url()).pathname}, ${size}, ${language}`;
  await atRest.poll(() => page.evaluate(readMisfits), { message: told }).toEqual([]);
}

/** The page that shows fits into both windows; it ends in the wide one. */
export async function expectFits(page: Page): Promise<void> {
  await read(page);
  await expectFitsIn(page, 'phone', 'en');
  await expectFitsIn(page, 'wide', 'en');
}

/** Goes from one of the hard languages to another, by the keys that switch it on the page as it stands. */
async function speak(page: Page, language: Hard): Promise<void> {
  const html = page.locator('html');
  const now = HARD.indexOf((await html.getAttribute('lang')) as Hard);
  const steps = HARD.indexOf(language) - now;
  for (let step = 1; step <= Math.abs(steps); step += 1) {
    await page.keyboard.press(steps > 0 ? 'Control+l' : 'Control+Shift+l');
    await expect(html).toHaveAttribute('lang', HARD[now + step * Math.sign(steps)]!);
  }
}

/** The page that shows fits into both windows in each of the hard languages. */
export async function expectFitsEverywhere(page: Page): Promise<void> {
  await read(page);
  const now = await page.locator('html').getAttribute('lang');
  for (const language of now === 'ar' ? HARD : HARD.toReversed()) {
    await speak(page, language);
    const isNarrow = (page.viewportSize()?.width ?? 0) === WINDOWS.phone.width;
    for (const size of isNarrow ? (['phone', 'wide'] as const) : (['wide', 'phone'] as const)) await expectFitsIn(page, size, language);
  }
}
