/** The router of the console, as it puts itself into the page. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    __TSR_ROUTER__: {
      navigate(target: { href: string }): Promise<void>;
      state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
      routesById: Readonly<
        Record<string, { fullPath: string; options: { staticData?: { page?: { oneOf?: Readonly<Record<string, readonly string[]>> } } } }>
      >;
    };
  }
}

/** Waits until the page has it: a page that has loaded may still wait for the texts of its language. */
export async function expectRouter(page: Page): Promise<void> {
  await page.waitForFunction(() => '__TSR_ROUTER__' in window);
}
