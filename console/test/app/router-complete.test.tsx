import { RouterProvider } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../src/app/api/queries.ts';
import type { Feature } from '../../src/app/feature.ts';
import { createConsoleRouter } from '../../src/app/router/create-router.tsx';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { acting, pageText, render, settle } from '../support/render.tsx';

const say = (text: string) => async () => ({ Page: () => <h1>{text}</h1> });
const feature = (noun: string, ...paths: string[]): Feature => ({
  noun,
  texts: {},
  routes: paths.map((path) => ({ path, title: 'shell:product', public: true, load: say(`the page ${path}`) })),
});
const first = [feature('session', '/login', '/error404')];
const all = [...first, feature('things', '/things')];

const openAt = async (address: string, more: () => Promise<readonly Feature[]>) => {
  history.replaceState(null, '', address);
  const router = createConsoleRouter(first, createQueryClient(), more);
  await acting(() => router.load());
  await render(
    <FeaturesContext value={all}>
      <RouterProvider router={router} />
    </FeaturesContext>,
  );
  await settle(20);
  return router;
};

it('the sign-in page opens without the nouns, whose pages are there once they have come', async () => {
  const more = vi.fn(async () => all);
  const router = await openAt('/login', more);
  expect(pageText()).toContain('the page /login');
  expect(more).not.toHaveBeenCalled();
  await router.complete();
  await acting(() => router.navigate({ to: '/things' }));
  await settle(20);
  expect(pageText()).toContain('the page /things');
  expect(more).toHaveBeenCalledOnce();
});

it('the address of a noun waits for the nouns, and an unknown address leads to the 404 page', async () => {
  const router = await openAt('/things', async () => all);
  expect(pageText()).toContain('the page /things');
  await acting(() => router.navigate({ to: '/nowhere' }));
  await settle(20);
  expect(pageText()).toContain('the page /error404');
});
