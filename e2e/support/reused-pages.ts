/** Pages of people who have signed in, used by one test of a worker after the other. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { hearPolicy } from './complaints.ts';

export type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** As in playwright.config.ts. */
const VIEWPORT = { width: 1440, height: 900 };

/** Milliseconds until a page that does not come back is given up. */
const BACK_MS = 10_000;

/** What tests listen to. Not all events: Playwright itself listens to the end of a page. */
const OF_PAGES = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;
const OF_CONTEXTS = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'] as const;

/** A page of somebody, in a browser context of its own. */
export interface Standing {
  page: Page;
  origin: string;
  /** What the browser keeps after sign-in. */
  state: State;
  /** A test has done to it what cannot be undone. */
  isSpoiled: boolean;
}

/** A load in a page that stands costs half of what a new context and its page cost. */
export class ReusedPages {
  readonly #idle: Standing[] = [];
  /** Pages that stay in the console from one test to the next. */
  readonly #staying = new Map<State, Standing>();
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Takes a page of whoever has this state at this origin: one that no test uses now, or a new one. */
  async take(origin: string, state: State): Promise<Standing> {
    for (const one of this.#staying.values()) await this.giveBack(one, false);
    this.#staying.clear();
    return this.#takeOne(origin, state);
  }

  /** The page of whoever has this state that stays where the test before has left it, until a test takes another page. */
  async stay(origin: string, state: State): Promise<Standing> {
    const known = this.#staying.get(state);
    if (known) return known;
    const standing = await this.#takeOne(origin, state);
    this.#staying.set(state, standing);
    await standing.page.goto(`${origin}/tasks`);
    return standing;
  }

  /** Closes one that stays: after a failure nobody knows how it is. */
  async drop(standing: Standing): Promise<void> {
    this.#staying.delete(standing.state);
    await standing.page.context().close();
  }

  /** Signs in by a new page, which stands from then on. @returns what its browser keeps. */
  async enter(origin: string, signIn: (page: Page) => Promise<void>): Promise<State> {
    const page = await this.#newPage();
    await signIn(page);
    const state = await page.context().storageState();
    await this.giveBack(this.#standing(page, origin, state), false);
    return state;
  }

  async #takeOne(origin: string, state: State): Promise<Standing> {
    const at = this.#idle.findIndex((one) => one.origin === origin && one.state === state);
    const [known] = at < 0 ? [] : this.#idle.splice(at, 1);
    return known ?? this.#standing(await this.#newPage(state), origin, state);
  }

  async #newPage(storageState?: State): Promise<Page> {
    const context = await this.#browser.newContext({ ...(storageState && { storageState }) });
    await hearPolicy(context);
    return context.newPage();
  }

  #standing(page: Page, origin: string, state: State): Standing {
    const standing = { page, origin, state, isSpoiled: false };
    spoilBy(standing);
    return standing;
  }

  /** Gives one back for the next test, or closes it where that one would see something of this test. */
  async giveBack(standing: Standing, hasFailed: boolean): Promise<void> {
    const { page, origin, isSpoiled } = standing;
    const isUsable = !hasFailed && !isSpoiled && !page.isClosed() && new URL(page.url()).origin === origin;
    const isBack =
      isUsable &&
      (await bringBack(standing).then(
        () => true,
        () => false,
      ));
    if (isBack) this.#idle.push(standing);
    else await page.context().close();
  }

  async close(): Promise<void> {
    for (const { page } of [...this.#staying.values(), ...this.#idle.splice(0)]) await page.context().close();
  }
}

/** Notes where a test does what nothing takes back. */
function spoilBy(standing: Standing): void {
  const watch = (target: object, names: readonly string[]): void => {
    for (const name of names) {
      const original = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      Reflect.set(target, name, (...given: unknown[]) => {
        standing.isSpoiled = true;
        return original.apply(target, given);
      });
    }
  };
  const { page } = standing;
  watch(page, ['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders']);
  watch(page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']);
  watch(page.context(), ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'setOffline']);
}

/** Makes the page as it was after sign-in. It then shows nothing of the console, which would follow what other tests do. */
async function bringBack({ page, origin, state }: Standing): Promise<void> {
  const context = page.context();
  for (const event of OF_PAGES) page.removeAllListeners(event);
  for (const event of OF_CONTEXTS) context.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`${origin}/config.json`, { timeout: BACK_MS });
  const entries = state.origins.find((kept) => kept.origin === origin)?.localStorage ?? [];
  await page.evaluate((kept) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, entries);
  await context.clearCookies();
  await context.addCookies(state.cookies);
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ colorScheme: 'light', media: null, reducedMotion: 'reduce', forcedColors: null });
  await page.mouse.move(0, 0);
}
