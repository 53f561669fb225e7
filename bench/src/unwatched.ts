/**
 * A browser as people have it: it keeps a profile, compiled scripts too, and nobody watches it. Playwright would have it note the stack behind
 * each request and run its own scripts beside the page's: a quarter of the time until the first row.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { withinLimit } from '../../tools/lib/time-limit.ts';
import type { Visit, Visits } from './visit.ts';

/** The window of all measurements. */
const VIEW = { width: 1440, height: 900 };

/** Milliseconds between two looks at a page, and those that it is left alone at first: looking takes its time. */
const LOOK_MS = 250;
/** What follows by itself, such as live updates, belongs to a page too. Milliseconds. */
const AFTER_MS = 1500;
/** Milliseconds between two clicks. */
const BETWEEN_MS = 300;
/** Milliseconds that a visit may take, with all that the browser is asked for it: a page whose server never answers lets the browser answer nothing. */
const LIMIT_MS = 60_000;
/** Milliseconds for the browser to start, and to end before it is killed. */
const START_MS = 30_000;
const END_MS = 10_000;

/** Signs in, or whatever else a visit needs, in the browser of a profile: with Playwright, before it is measured. */
export async function prepare(profile: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, { ...chromiumLaunch, viewport: VIEW });
  await work(await context.newPage());
  await context.close();
}

/** Runs in the page: notes when the first element that `selector` finds has been painted. */
const watch = (selector: string): string => `{
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.getClientRects().length) setTimeout(() => (globalThis.readyMs = performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** Runs in the page when it is ready. */
const tell = (selector: string): string => `JSON.stringify({
  found: document.querySelectorAll(${JSON.stringify(selector)}).length,
  paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  readyMs,
  requests: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(({ name, startTime, transferSize }) => ({
    path: new URL(name).pathname, at: startTime, bytes: transferSize,
  })),
})`;

/** Runs in the page: clicks a link and answers, in milliseconds, when the first element that `selector` finds on the next page has been painted. */
const click = (link: string, selector: string): string => `new Promise((resolve, reject) => {
  const before = document.querySelector(${JSON.stringify(selector)});
  const link = document.querySelector(${JSON.stringify(link)});
  if (!link) return reject(new Error(${JSON.stringify(`no ${link}`)}));
  const startMs = performance.now();
  link.click();
  const look = () => {
    const first = document.querySelector(${JSON.stringify(selector)});
    if (first && first !== before && !before?.isConnected && first.getClientRects().length) setTimeout(() => resolve(performance.now() - startMs));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

type Answer = Record<string, unknown>;

/** What the browser says: the answer to a question, or something that has happened. */
interface Told {
  id?: number;
  result?: Answer;
  error?: { message: string };
  method?: string;
  params?: unknown;
}

interface TraceEvent {
  name: string;
  args?: { data?: { url?: string; consumedCacheSize?: number } };
}

/** How many scripts a page took, and of how many the browser had the compiled code. */
export interface Compiled {
  scripts: number;
  kept: number;
}

/** A link of the menu, and what is waited for on the page behind it, in CSS. */
export interface Entry {
  link: string;
  selector: string;
}

/** Chromium of a profile, asked for no more than to open pages. */
export class UnwatchedBrowser {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #slowness: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #traced: TraceEvent[] = [];
  #complete = Promise.withResolvers<void>();
  #last = 0;

  private constructor(process: ChildProcess, socket: WebSocket, slowness: number) {
    this.#process = process;
    this.#socket = socket;
    this.#slowness = slowness;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, method, params } = JSON.parse(String(data)) as Told;
      if (method === 'Tracing.dataCollected') this.#traced.push(...(params as { value: TraceEvent[] }).value);
      if (method === 'Tracing.tracingComplete') this.#complete.resolve();
      const waiting = id === undefined ? undefined : this.#waiting.get(id);
      this.#waiting.delete(id ?? 0);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result ?? {});
    });
  }

  /** @param slowness how many times slower than this machine pages are worked on: 4 is a cheap laptop, by the browser's own brake */
  static async open(profile: string, slowness = 1): Promise<UnwatchedBrowser> {
    const { executablePath, args } = chromiumLaunch;
    const options = [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, `--window-size=${VIEW.width},${VIEW.height}`];
    const started = spawn(executablePath, [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ready = async (): Promise<UnwatchedBrowser> => {
      for await (const line of createInterface({ input: started.stderr })) {
        const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
        if (address === undefined) continue;
        const socket = new WebSocket(address);
        await once(socket, 'open');
        return new UnwatchedBrowser(started, socket, slowness);
      }
      throw new Error(`${executablePath} did not start`);
    };
    return withinLimit(executablePath, START_MS, ready(), () => started.kill('SIGKILL'));
  }

  async #ask(method: string, params: Answer = {}, sessionId?: unknown): Promise<Answer> {
    this.#last += 1;
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.set(this.#last, answer);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params, sessionId }));
    return answer.promise;
  }

  /**
   * Opens an address in a new tab and waits until `selector` finds something that is laid out. Throws an Error that names the address where it
   * does not come within the limit.
   * @param cold with an empty cache
   */
  visit(address: string, selector: string, { cold = false } = {}): Promise<Visit> {
    return withinLimit(`${address} with ${selector}`, LIMIT_MS, this.#visit(address, selector, cold));
  }

  async #visit(address: string, selector: string, cold: boolean): Promise<Visit> {
    const tab = await this.#open(address, selector, cold);
    const told = JSON.parse(String(await tab.evaluate(tell(selector)))) as Visit;
    await tab.close();
    return told;
  }

  /** A new tab at an address, where `selector` has found something and what follows by itself is over. */
  async #open(address: string, selector: string, cold: boolean) {
    const { targetId } = await this.#ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.#ask('Target.attachToTarget', { targetId, flatten: true });
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await this.#ask('Runtime.evaluate', { expression, awaitPromise: true }, sessionId);
      if (exceptionDetails) throw new Error(`${address}: ${JSON.stringify(exceptionDetails)}`);
      return (result as { value?: unknown }).value;
    };
    if (cold) {
      await this.#ask('Network.clearBrowserCache', {}, sessionId);
      // By this Gantry knows whom it has given its files before.
      for (const side of ['self-service', 'administration'])
        await this.#ask('Network.deleteCookies', { name: `gantry-build-${side}`, url: address }, sessionId);
    }
    if (this.#slowness > 1) await this.#ask('Emulation.setCPUThrottlingRate', { rate: this.#slowness }, sessionId);
    await this.#ask('Page.enable', {}, sessionId);
    await this.#ask('Page.addScriptToEvaluateOnNewDocument', { source: watch(selector) }, sessionId);
    await this.#ask('Page.navigate', { url: address }, sessionId);
    while ((await evaluate('typeof readyMs')) !== 'number') await sleep(LOOK_MS);
    await sleep(AFTER_MS);
    return { evaluate, close: () => this.#ask('Target.closeTarget', { targetId }) };
  }

  /**
   * Opens an address and clicks the entries of the menu in turns, `times` each. Milliseconds from each click until something new is laid out, by
   * entry. Throws an Error where a page does not come within the limit.
   */
  async clicks(address: string, entries: readonly Entry[], times: number): Promise<number[][]> {
    const first = entries.at(-1)!.selector;
    const tab = await withinLimit(`${address} with ${first}`, LIMIT_MS, this.#open(address, first, false));
    const taken = entries.map((): number[] => []);
    for (let round = 0; round < times; round += 1)
      for (const [at, { link, selector }] of entries.entries()) {
        taken[at]!.push(Number(await withinLimit(`${link} with ${selector}`, LIMIT_MS, tab.evaluate(click(link, selector)))));
        await sleep(BETWEEN_MS);
      }
    await tab.close();
    return taken;
  }

  /**
   * One visit with an empty cache, and a later one that finds everything there: a browser keeps scripts as they were compiled from the third time on.
   */
  async both(address: string, selector: string, into: Visits): Promise<void> {
    into.cold.push(await this.visit(address, selector, { cold: true }));
    for (let before = 0; before < 2; before += 1) await this.visit(address, selector);
    into.warm.push(await this.visit(address, selector));
  }

  /** Visits a page once more, with a trace of what is compiled: a visit that is not measured, as being traced takes its time. */
  async compiled(address: string, selector: string): Promise<Compiled> {
    this.#traced = [];
    this.#complete = Promise.withResolvers();
    const traceConfig = { includedCategories: ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile'] };
    await this.#ask('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
    await this.visit(address, selector);
    await this.#ask('Tracing.end');
    await withinLimit('the trace', LIMIT_MS, this.#complete.promise);
    const modules = this.#traced.filter(({ name, args }) => name === 'v8.compileModule' && args?.data?.url?.startsWith('http'));
    return { scripts: modules.length, kept: modules.filter(({ args }) => (args?.data?.consumedCacheSize ?? 0) > 0).length };
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), END_MS);
    // The end of the process is the answer.
    void this.#ask('Browser.close');
    await ended;
    clearTimeout(timer);
  }
}
