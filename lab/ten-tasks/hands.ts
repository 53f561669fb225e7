import type { Locator, Page } from '@playwright/test';

/** What somebody does at a page, by mouse and keyboard. */
export interface Hands {
  page: Page;
  click(target: Locator): Promise<void>;
  press(key: string): Promise<void>;
  /** Fills a field, which is clicked where it has not the focus yet; what it held before is replaced. */
  type(field: Locator, text: string): Promise<void>;
}

/** Milliseconds until somebody looks for the field. */
const FOCUS_MS = 500;

export const handsAt = (page: Page): Hands => ({
  page,
  click: (target) => target.click(),
  press: (key) => page.keyboard.press(key),
  async type(field, text) {
    await field.waitFor();
    // A form that opens may take a moment to put the focus there.
    await page.waitForTimeout(FOCUS_MS);
    const has = await field.evaluate((element) => element === document.activeElement);
    if (!has) await field.click();
    await field.selectText();
    await page.keyboard.type(text);
  },
});
