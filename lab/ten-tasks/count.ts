import type { BrowserContext } from '@playwright/test';

/** What somebody has done at a page. */
export interface Count {
  /** Presses of a mouse button; a native list of the browser counts as two: one opens it, one chooses. */
  clicks: number;
  /** Keys that are not text of a field. */
  keys: number;
  /** Text fields that were filled. */
  fields: number;
  /** Documents that were loaded. */
  loads: number;
}

const none = (): Count => ({ clicks: 0, keys: 0, fields: 0, loads: 0 });

declare global {
  interface Window {
    /** Tells the counter what happened at the page. */
    tally(what: keyof Count, by?: number): Promise<void>;
  }
}

/** Runs in every document: listens to what really arrives there. */
function listen(): void {
  if (window.top !== window) return;
  void window.tally('loads');
  const isText = (target: EventTarget | null): boolean =>
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(target.type));
  let filled: EventTarget | null = null;
  const on = <Name extends keyof WindowEventMap>(name: Name, does: (event: WindowEventMap[Name]) => void): void =>
    window.addEventListener(name, does, { capture: true });
  // What a label or the Enter key hands on to a button is a click too, with no mouse.
  on('click', (event) => {
    if (event instanceof PointerEvent && event.pointerType === 'mouse') void window.tally('clicks');
  });
  on('keydown', ({ key, ctrlKey, metaKey, target }) => {
    const isFreeText = key.length === 1 && !ctrlKey && !metaKey && isText(target);
    if (!isFreeText) void window.tally('keys');
  });
  on('input', ({ target }) => {
    if (!isText(target) || filled === target) return;
    filled = target;
    void window.tally('fields');
  });
  on('focusout', () => (filled = null));
  on('change', ({ target }) => {
    // One that nobody sees stands behind a list of the page's own making, whose clicks are counted.
    if (target instanceof HTMLSelectElement && target.checkVisibility()) void window.tally('clicks', 2);
  });
}

/** Counts what is done at the pages of browsers that it watches. */
export class Counter {
  #count = none();

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction('tally', (what: keyof Count, by = 1) => {
      this.#count[what] += by;
    });
    await context.addInitScript(listen);
  }

  /** Counts what is done from here to its end. */
  async during(work: () => Promise<void>): Promise<Count> {
    this.#count = none();
    await work();
    return { ...this.#count };
  }
}
