import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import { Complaints } from './complaints.ts';
import { signIn, type Person } from './people.ts';

interface Visitor extends BrowserContextOptions {
  /** Where to go after sign-in; the servers of the project where absent. */
  path?: string;
  /** Prefix the product is reached under: `/api/agent_direct/42/lca`. */
  prefix?: string;
}

interface Fixtures {
  complaints: Complaints;
  /** An empty page in a browser of its own, which is closed after the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A page in a browser of its own that nobody has signed in to. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page in a browser of its own, signed in by the form. */
  as(person: Person, visitor?: Visitor): Promise<Page>;
}

interface Shared {
  /** One running product per worker: the sample tenants, and more servers than two pages hold. */
  product: RunningProduct;
}

/** Playwright's test, with the running product and people. A test fails on whatever the browser complains about. */
export const test = base.extend<Fixtures, Shared>({
  product: [
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'gantry-e2e-'));
      const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '55', GANTRY_LOG_LEVEL: 'warn' });
      await use(product);
      await product.stop();
      rmSync(data, { recursive: true });
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.unexpected, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      complaints.listen(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  visit: async ({ open, product }, use) => {
    await use(async (path, options) => {
      const page = await open(options);
      await page.goto(product.selfService + path);
      return page;
    });
  },
  as: async ({ open, product }, use) => {
    await use(async (person, { path = '/compute/instances', prefix = '', ...options } = {}) => {
      const page = await open(options);
      const origin = person.side === 'administration' ? product.administration : product.selfService;
      await signIn(page, origin + prefix, person, path);
      return page;
    });
  },
});

export { expect };

/** Judges the page as it stands by the rules of axe; there is no list of known failures. `except`: rules that do not fit the moment. */
export async function expectAccessible(page: Page, ...except: string[]): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules(except).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`)).toEqual([]);
}
