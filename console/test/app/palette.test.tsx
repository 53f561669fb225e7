import { beforeEach, expect, it, vi } from 'vitest';
import { keyStore, switchKeys } from '../../src/app/keys.ts';
import { usePageActions } from '../../src/app/palette/page-actions.ts';
import { paletteStore } from '../../src/app/palette/palette-state.ts';
import { Palette } from '../../src/app/palette/palette.tsx';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { createStore, useStore } from '../../src/app/store.ts';
import { themeStore } from '../../src/app/theme/theme.ts';
import { features } from '../../src/features/index.ts';
import { openPage } from '../support/console-page.tsx';
import { acting, settle } from '../support/render.tsx';

const found = {
  data: [
    { kind: 'server', id: 'server-1', name: 'web-1', address: null },
    { kind: 'server', id: 'server-2', name: 'db-1', address: '10.0.0.2' },
    { kind: 'storage_cluster', id: 'cluster-1', name: 'without a page', address: null },
  ],
  elsewhere: [],
};

const open = () =>
  openPage(
    () => (
      <FeaturesContext value={features}>
        <Palette />
        <button type="button">page</button>
        <input aria-label="field" />
      </FeaturesContext>
    ),
    () => ({ body: found }),
  );

/** A key as people press it: at what has the focus. */
const press = async (key: string, change: KeyboardEventInit = {}) => {
  const at = document.activeElement ?? document.body;
  await acting(() => at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change })));
  await settle(60);
};
const field = () => document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]');
const type = async (text: string) => {
  const input = field();
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  await acting(() => {
    set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle(60);
};
const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);

beforeEach(() => {
  window.matchMedia = (() => ({ matches: false })) as never;
  paletteStore.set({ open: undefined });
  switchKeys(true);
  (document.activeElement as HTMLElement | null)?.blur();
});

it('the palette opens by one key, finds things of all kinds in one call, and Enter goes to the chosen one', async () => {
  const { asked, router } = await open();
  await press('.');
  await vi.waitFor(() => expect(field()).not.toBeNull());
  await type('1');
  expect(asked).toEqual([]);
  await type('10.0');
  await vi.waitFor(() => expect(options()).toEqual(['web-1Virtual machines', 'db-1Virtual machines · 10.0.0.2']));
  expect(asked.map(({ path, query }) => `${path}?${query}`)).toEqual(['/api/v2/search?text=10.0']);
  const to = vi.spyOn(router, 'navigate').mockResolvedValue(undefined);
  field()?.focus();
  await press('ArrowDown');
  await press('Enter');
  expect(to).toHaveBeenCalledWith(expect.objectContaining({ to: '/compute/instances/server-2' }));
  expect(field()).toBeNull();
});

it('the palette offers pages, also those that no menu shows, and themes', async () => {
  await open();
  await press('.', { ctrlKey: true });
  await vi.waitFor(() => expect(field()).not.toBeNull());
  await type('ssh');
  expect(options()).toEqual(expect.arrayContaining(['SSH keys']));
  await type('snapshot');
  expect(options().some((label) => /snapshots/i.test(label ?? ''))).toBe(true);
  await type('load balancer');
  // What the server finds may be among them by now.
  const lists = options().filter((label) => label?.startsWith('Load balancer'));
  expect(lists).toEqual(['Load balancers', 'Load balancer pools']);
  await type('dark');
  field()?.focus();
  await vi.waitFor(() => expect(options().at(-1)).toBe('Theme: Dark'));
  await press('ArrowUp');
  await press('Enter');
  expect(themeStore.get()).toEqual({ theme: 'dark', choice: 'dark' });
});

it('single keys are dead while one types, and can be switched off for good', async () => {
  await open();
  document.querySelector<HTMLElement>('[aria-label=field]')?.focus();
  await press('?');
  expect(paletteStore.get().open).toBeUndefined();
  document.querySelector<HTMLElement>('button')?.focus();
  await press('?');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Search and commands'));
  const single = document.querySelector<HTMLInputElement>('[role=dialog] input[type=checkbox]');
  await acting(() => single?.click());
  expect([keyStore.get().on, localStorage.getItem('gantry.keys-off')]).toEqual([false, 'true']);
  await acting(() => paletteStore.set({ open: undefined }));
  document.querySelector<HTMLElement>('button')?.focus();
  await press('.');
  expect(paletteStore.get().open).toBeUndefined();
  await press('.', { metaKey: true });
  expect(paletteStore.get().open).toBe('palette');
});

it('the palette does what the open page can do, and no more once the page is gone', async () => {
  const run = vi.fn();
  const Acting = () => {
    usePageActions(() => [{ id: 'action:stop', label: 'Shut down web-1', run }]);
    return null;
  };
  const shown = createStore({ on: true });
  const Page = () => (useStore(shown, ({ on }) => on) ? <Acting /> : null);
  await openPage(
    () => (
      <FeaturesContext value={features}>
        <Palette />
        <Page />
      </FeaturesContext>
    ),
    () => ({ body: { data: [], elsewhere: [] } }),
  );
  await press('.', { ctrlKey: true });
  await vi.waitFor(() => expect(field()).not.toBeNull());
  await type('shut down');
  expect(options()).toEqual(['Shut down web-1']);
  field()?.focus();
  await press('Enter');
  expect(run).toHaveBeenCalledOnce();
  await acting(() => shown.set({ on: false }));
  await press('.', { ctrlKey: true });
  await vi.waitFor(() => expect(field()).not.toBeNull());
  await type('shut down');
  expect(options()).toEqual([]);
});
