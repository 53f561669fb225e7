import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll } from 'vitest';
import { formatter } from '../../src/app/i18n/formats.ts';
import resource from '../../src/app/resource/texts/en.json';
import shell from '../../src/app/texts/en.json';
import nouns from '../../src/features/nouns/en.ts';
import ui from '../../src/ui/texts/en.json';

declare global {
  // React asks for this flag before it believes `act`.
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** The texts of each feature, by its folder. */
const features = Object.fromEntries(
  Object.entries(import.meta.glob<object>('../../src/features/*/texts/en.json', { eager: true, import: 'default' })).map(
    ([path, texts]) => [/features\/([^/]+)/.exec(path)?.[1] ?? '', texts],
  ),
);

const open: { root: Root; host: HTMLElement }[] = [];

beforeAll(async () => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
  window.getComputedStyle = whenAsked(window.getComputedStyle);
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;
  await i18next
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: false,
      defaultNS: 'shell',
      resources: { en: { shell, ui, resource, nouns, ...features } },
      interpolation: { alwaysFormat: true, escapeValue: false },
      react: { useSuspense: false },
    });
});

afterEach(async () => {
  for (const { root, host } of open.splice(0)) {
    await acting(() => root.unmount());
    host.remove();
  }
});

/**
 * Each menu asks for the direction of its place as it renders, for which jsdom would go through every style sheet: the attribute says it.
 * All else is worked out once somebody wants it.
 */
function whenAsked(styleOf: typeof window.getComputedStyle): typeof window.getComputedStyle {
  return (element, pseudo) => {
    let made: CSSStyleDeclaration | undefined;
    const style = () => (made ??= styleOf.call(window, element, pseudo));
    const direction = () => element.closest<HTMLElement>('[dir]')?.dir ?? 'ltr';
    const valueOf = (name: string): string => (name === 'direction' ? direction() : style().getPropertyValue(name));
    const get = (_: object, key: string | symbol): unknown => (key === 'getPropertyValue' ? valueOf : Reflect.get(style(), key));
    return new Proxy<CSSStyleDeclaration>({} as CSSStyleDeclaration, { get });
  };
}

/** Mounts an element on the page, as it would be in the console. The returned function shows another one in its place. */
export async function render(element: ReactNode): Promise<(next: ReactNode) => Promise<void>> {
  const host = document.createElement('main');
  document.body.append(host);
  const root = createRoot(host);
  open.push({ root, host });
  await acting(() => root.render(element));
  return (next) => acting(() => root.render(next));
}

/** Mounts an element as the page at `/page?…`, or of another path, in a router that also knows `/other`. Answers the router. */
export async function renderPage(Page: () => ReactNode, address = '/page', path = '/page') {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path, component: Page });
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>the other page</p> });
  const router = createRouter({
    routeTree: root.addChildren([page, other]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await acting(() => router.load());
  await render(<RouterProvider router={router as never} />);
  await settle(20);
  return router;
}

/** Turns of the event loop that a request with its rendering takes at most, however slow the machine is. */
const TURNS = 8;

/** Lets what is under way come to its end by itself, as in a browser: requests, timers, effects. @param ms for timers of the product. */
export async function settle(ms = 0): Promise<void> {
  if (ms > 0) await pause(ms);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await pause(0);
    await acting(() => undefined);
  }
}

/** The clock of the machine, also where a test has one of its own. */
const { setTimeout: later } = globalThis;
const pause = (ms: number): Promise<void> => new Promise((resolve) => later(resolve, ms));

/** Does something and lets React finish with it. Outside of this, React works on its own time, as in a browser. */
export async function acting(run: () => unknown): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await act(async () => {
      await run();
    });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  }
}

const nameOf = (element: Element): string => {
  const labelled = element.getAttribute('aria-labelledby');
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
      ? element.labels?.[0]?.textContent
      : undefined;
  const text =
    element.getAttribute('aria-label') ??
    (labelled ? document.getElementById(labelled)?.textContent : undefined) ??
    label ??
    element.textContent;
  return text?.replace(/\s*\*$/, '').trim() ?? '';
};

const SELECTORS = {
  button: 'button',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  dialog: '[role=dialog]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  menuitemradio: '[role=menuitemradio]',
  radio: 'input[type=radio]',
  row: 'tr',
  switch: '[role=switch]',
  textbox: 'input:not([type]), input[type=text], input[type=number], textarea',
} as const;

/** All elements of a kind whose name is, or begins with, the text. */
export const all = (kind: keyof typeof SELECTORS, name?: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(SELECTORS[kind])].filter((element) => name === undefined || nameOf(element).startsWith(name));

/** The one element of a kind with a name; throws where there is none. */
export function find(kind: keyof typeof SELECTORS, name?: string): HTMLElement {
  const [first] = all(kind, name);
  if (!first) throw new Error(`no ${kind} ${name ?? ''} in ${document.body.textContent}`);
  return first;
}

/** Clicks as a mouse does. A menu opens a moment later, by a timer that is begun as it renders. */
export async function click(element: HTMLElement): Promise<void> {
  await acting(() => element.click());
  await acting(() => pause(0));
}

/** Puts text into a field as typing does, and leaves the field unless it is to `stay`. */
export const type = (element: HTMLElement, text: string, stay?: 'stay'): Promise<void> =>
  acting(() => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) throw new Error('not a text field');
    const proto = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    element.focus();
    // React listens to the setter of the prototype.
    Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    if (!stay) element.blur();
  });

/** Chooses an option of a selection list by its value. */
export const choose = (element: HTMLElement, value: string): Promise<void> =>
  acting(() => {
    if (!(element instanceof HTMLSelectElement)) throw new Error('not a selection list');
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });

export const pageText = (): string => document.body.textContent ?? '';
