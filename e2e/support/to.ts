import type { Page } from '@playwright/test';
import { expectRouter } from './router.ts';

/**
 * Goes to an address of the console as a link in it does, without loading it again, and waits until its page shows.
 * @param address a path, or a whole address on the same side.
 */
export async function to(page: Page, address: string): Promise<void> {
  const { pathname, search, hash } = new URL(address, page.url());
  await expectRouter(page);
  await page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), pathname + search + hash);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__.state;
    return status === 'idle' && location.href === resolvedLocation?.href;
  });
}
