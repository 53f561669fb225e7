import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../src/app/abilities/abilities.ts';
import { createQueryClient } from '../../src/app/api/queries.ts';
import { useProjects } from '../../src/app/resource/use-projects.ts';
import { SIGNED_OUT, sessionStore } from '../../src/app/session/state.ts';
import { acting, all, render } from '../support/render.tsx';
import { connect, fakeServer } from './fake-server.ts';
import { person, project } from './session/people.ts';

const queryClient = createQueryClient();
beforeEach(() => {
  vi.useFakeTimers();
  connect();
  const { token: _token, scoped_token: _scoped, ...currentUser } = person('domain_admin');
  sessionStore.set({
    ...SIGNED_OUT,
    currentUser,
    currentDomain: { id: 'd1', name: 'acme' },
    projects: ['1', '2', '3', '4', '5', '6', '7'].map((id) => project(id)),
  });
  applyMeta({ data: { domain_projects: ['GET'] }, capabilities: [], seq: 1 });
});
afterEach(() => {
  queryClient.clear();
  sessionStore.set(SIGNED_OUT);
  resetAbilities();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a search for projects of a domain fetches only what was typed last, 300 ms after the last letter, with a limit [domainprojects.last-call-delay, domainprojects.limit]', async () => {
  function Found() {
    const { projects, search: typed, onSearch } = useProjects();
    return (
      <>
        {['a', 'ac', 'acm'].map((text) => (
          <button key={text} type="button" onClick={() => onSearch(text)}>
            {text}
          </button>
        ))}
        <p>
          {typed}: {projects?.map(({ name }) => name).join()}
        </p>
      </>
    );
  }
  const search = (text: string) =>
    acting(() =>
      all('button')
        .find((button) => button.textContent === text)
        ?.click(),
    );
  const named = (url: string): string => new URL(url, 'http://x').searchParams.get('name') ?? 'all';
  const { urls } = fakeServer(({ url }) => ({ body: { data: [{ id: 'p', name: `found-${named(url)}` }] } }));
  await render(
    <QueryClientProvider client={queryClient}>
      <Found />
    </QueryClientProvider>,
  );
  await acting(() => vi.advanceTimersByTimeAsync(299));
  expect(urls()).toEqual([]);
  await acting(() => vi.advanceTimersByTimeAsync(1));
  expect(urls()).toEqual(['GET /api/v2/domains/d1/projects?limit=8&sort=name%3Aasc']);
  for (const text of ['a', 'ac', 'acm']) {
    await search(text);
    await acting(() => vi.advanceTimersByTimeAsync(200));
  }
  await acting(() => vi.advanceTimersByTimeAsync(99));
  expect(urls()).toHaveLength(1);
  await acting(() => vi.advanceTimersByTimeAsync(1));
  expect(urls().slice(1)).toEqual(['GET /api/v2/domains/d1/projects?limit=8&sort=name%3Aasc&name=contains%3Aacm']);
  await acting(() => vi.advanceTimersByTimeAsync(1));
  expect(document.body.textContent).toContain('found-contains:acm');
  // What was typed before has not got the answer of what came after it.
  await search('ac');
  expect(document.body.textContent).not.toContain('found-contains:acm');
  await acting(() => vi.advanceTimersByTimeAsync(301));
  expect(document.body.textContent).toContain('found-contains:ac');
});
