import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { processorSecondsOfTree } from '../../tools/lib/processor.ts';
import type { RunningProduct } from '../../tools/lib/product.ts';
import { openApi, type Api } from './api.ts';
import { openCloud, type Cloud, type CloudName } from './clouds.ts';
import { Complaints, hearPolicy } from './complaints.ts';
import { signIn, type People, type Person } from './people.ts';
import { openProduct } from './product.ts';
import { ReusedPages, type Standing, type State } from './reused-pages.ts';
import { openWire, type Wire } from './wire.ts';

declare global {
  interface Window {
    axe: { run(options: RunOptions): Promise<AxeResults> };
  }
}

interface Visitor extends BrowserContextOptions {
  /** Where to go; the servers of the project where absent. */
  path?: string;
  /** Prefix the product is reached under: `/api/agent_direct/42/lca`. */
  prefix?: string;
  /** Reaches the product by this way. */
  wire?: Wire;
  /** Signs in by the form, into a session of its own: for those who end it, or bring a browser that remembers something. */
  fresh?: true;
  /** In a browser of its own, which no test has used: for those about tabs, storage, or the first load. */
  own?: true;
}

interface Fixtures {
  /** Tells the report how many processor seconds a test took, with browser, product and cloud. */
  cost: void;
  /** Takes away what a test has left. */
  tidy: void;
  complaints: Complaints;
  /** Lets answers of the cloud's services go wrong until the way back is gone, at the latest when the test ends. For tests tagged `@faults`. */
  fault: NonNullable<Cloud['fault']>;
  /** A way to the self-service side on which answers are late or go wrong as the test says. */
  wire: Wire;
  /** An empty page in a browser of its own, which is closed after the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A page in a browser of its own that nobody has signed in to. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * A page of somebody who has signed in, as it was after sign-in. Tests of a worker share one session for each person, and pages that are
   * brought back after each test; with options of a browser's own (also `fresh`, `own`, `prefix`, `wire`) it is a new one, closed after the
   * test. Asked for twice in a test there are two pages, which share nothing.
   */
  as(person: Person, visitor?: Visitor): Promise<Page>;
  /** The page of somebody who has signed in as the last test has left it: for tests that only look, and move inside the console (`to`). */
  stay(person: Person): Promise<Page>;
}

/** Of a worker: several tests share them. */
export interface Shared {
  /** Name of the cloud that the tests of this project run on. */
  cloudName: CloudName;
  cloud: Cloud;
  /** The cloud's people. */
  people: People;
  /** One running product, on its cloud. */
  product: RunningProduct;
  ownWire: Wire;
  api: Api;
  /** What the browser of a person keeps after sign-in. */
  stateOf(person: Person): Promise<State>;
  standing: ReusedPages;
}

/** Where a page begins unless a test says otherwise. */
const LIST = '/compute/instances';

/** A page of both sides that is soon there. */
const SHORT = '/compute/ssh-keys';

/** What a page that stands can be given, and is taken from it again. */
const BY_STANDING: ReadonlySet<string> = new Set(['path', 'viewport', 'colorScheme'] satisfies (keyof Visitor)[]);

const originOf = ({ administration, selfService }: RunningProduct, { side }: Person): string =>
  side === 'administration' ? administration : selfService;

/** The same as a browser keeps it of another address of the product. */
const keptAt = (origin: string, state: State): State => ({ ...state, origins: state.origins.map((kept) => ({ ...kept, origin })) });

/** Playwright's test, with the running product and people. A test fails on whatever the browser complains about. */
export const test = base.extend<Fixtures, Shared>({
  cloudName: ['embedded', { scope: 'worker', option: true }],
  cloud: [
    async ({ cloudName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'gantry-e2e-cloud-'));
      const cloud = await openCloud(cloudName, folder);
      await use(cloud);
      await cloud.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  people: [({ cloud }, use) => use(cloud.people), { scope: 'worker' }],
  // Of a worker, so that it is there longer than the pages that are open by it.
  ownWire: [
    async ({ product }, use) => {
      const wire = await openWire(product.selfService);
      await use(wire);
      await wire.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ cloud }, use) => {
      const product = await openProduct(cloud);
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],
  // For every test: what is not known yet of a cloud that is being mirrored is in no list.
  api: [async ({ product, cloud }, use) => use(await openApi(product, cloud)), { scope: 'worker', auto: true }],
  stateOf: [
    async ({ product, standing }, use) => {
      const states = new Map<Person, Promise<State>>();
      const enter = (person: Person): Promise<State> => {
        const origin = originOf(product, person);
        return standing.enter(origin, (page) => signIn(page, origin, person, SHORT));
      };
      await use((person) => {
        const known = states.get(person) ?? enter(person);
        states.set(person, known);
        return known;
      });
    },
    { scope: 'worker' },
  ],
  standing: [
    async ({ browser }, use) => {
      const pages = new ReusedPages(browser);
      await use(pages);
      await pages.close();
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
  cost: [
    async ({}, use, { annotations }) => {
      const before = processorSecondsOfTree();
      await use();
      annotations.push({ type: 'cpu', description: (processorSecondsOfTree() - before).toFixed(2) });
    },
    { auto: true },
  ],
  tidy: [
    async ({ api }, use) => {
      await use();
      await api.tidy();
    },
    { auto: true },
  ],
  fault: async ({ cloud }, use) => {
    const ways: (() => Promise<void>)[] = [];
    await use(async (fault) => {
      if (!cloud.fault) throw new Error('this cloud cannot be made to fail');
      const back = await cloud.fault(fault);
      ways.push(back);
      return back;
    });
    for (const back of ways) await back();
  },
  wire: async ({ ownWire }, use) => {
    await use(ownWire);
    ownWire.calm();
  },
  open: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      complaints.listen(context);
      await hearPolicy(context);
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
  as: async ({ complaints, open, product, standing, stateOf }, use, info) => {
    const taken: { one: Standing; leave: () => void }[] = [];
    const inOwn = async (person: Person, { path = LIST, prefix = '', wire, fresh, own: _own, ...options }: Visitor): Promise<Page> => {
      const host = wire?.origin ?? originOf(product, person);
      const origin = host + prefix;
      const page = await open(fresh ? options : { ...options, storageState: keptAt(host, await stateOf(person)) });
      if (fresh) await signIn(page, origin, person, path);
      else await page.goto(origin + path);
      return page;
    };
    const inStanding = async (person: Person, { path = LIST, viewport, colorScheme }: Visitor): Promise<Page> => {
      const one = await standing.take(originOf(product, person), await stateOf(person));
      taken.push({ one, leave: complaints.listen(one.page.context()) });
      if (viewport) await one.page.setViewportSize(viewport);
      if (colorScheme) await one.page.emulateMedia({ colorScheme });
      await one.page.goto(one.origin + path);
      return one.page;
    };
    await use((person, visitor = {}) =>
      Object.keys(visitor).every((option) => BY_STANDING.has(option)) ? inStanding(person, visitor) : inOwn(person, visitor),
    );
    for (const { one, leave } of taken) {
      leave();
      await standing.giveBack(one, info.status !== info.expectedStatus);
    }
  },
  stay: async ({ complaints, product, standing, stateOf }, use, info) => {
    const taken: { one: Standing; leave: () => void }[] = [];
    await use(async (person) => {
      const one = await standing.stay(originOf(product, person), await stateOf(person));
      taken.push({ one, leave: complaints.listen(one.page.context()) });
      return one.page;
    });
    for (const { one, leave } of taken) {
      leave();
      if (info.status !== info.expectedStatus) await standing.drop(one);
    }
  },
});

export { expect };

/** Judges the page as it stands by the rules of axe; there is no list of known failures. `except`: rules that do not fit the moment. */
export async function expectAccessible(page: Page, ...except: string[]): Promise<void> {
  // A page keeps it until it is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (off) => {
    // Colours on their way from one look to another are neither: a frame starts them, and what never ends is not waited for.
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    // Of what is right nothing is told, and there is no frame of another site: a quarter of the time otherwise.
    const found = await window.axe.run({ resultTypes: ['violations'], iframes: false, rules });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  }, except);
  expect(violations).toEqual([]);
}
