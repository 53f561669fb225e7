import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { useCommand, useList } from '../../../src/app/api/hooks.ts';
import { createQueryClient } from '../../../src/app/api/queries.ts';
import { sessionStore, SIGNED_OUT } from '../../../src/app/session/state.ts';
import { PageHeading } from '../../../src/app/shell/page-heading.tsx';
import { connect, fakeServer } from '../fake-server.ts';
import { person, project } from '../session/people.ts';

let root: Root;
const queryClient = createQueryClient();
const show = (element: ReactNode): Promise<void> =>
  act(async () => root.render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  connect();
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  queryClient.clear();
  sessionStore.set(SIGNED_OUT);
  vi.unstubAllGlobals();
});

describe('a command', () => {
  const server = (name: string) => ({ body: { name, flavor_id: 'f', image_id: 'i', network_ids: ['n'] } });

  it('a command repeats its key only for the same input after a lost connection', async () => {
    let reply: Error | { status: number } = new TypeError('Failed to fetch');
    const { sent } = fakeServer(() => reply);
    function Create() {
      const create = useCommand(api.servers.create);
      return ['web', 'db'].map((name) => (
        <button key={name} id={name} type="button" onClick={() => create.mutate(server(name))}>
          {create.status}
        </button>
      ));
    }
    await show(<Create />);
    const run = async (name: string) => {
      await act(async () => document.getElementById(name)?.click());
      await act(() => vi.waitFor(() => expect(document.getElementById(name)?.textContent).toBe('error')));
    };
    await run('web');
    await run('web');
    await run('db');
    reply = { status: 409 };
    await run('db');
    await run('db');
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
    expect(keys[3]).toBe(keys[2]);
    expect(keys[4]).not.toBe(keys[3]);
  });
});

describe('a list', () => {
  it('a list keeps the rows of the last query while the next is on its way, but never those of another scope', async () => {
    const answers = new Map<string, (reply: { body: unknown }) => void>();
    fakeServer(({ url }) => new Promise((resolve) => answers.set(new URL(url, 'http://x').searchParams.get('sort') ?? '', resolve)));
    sessionStore.set({ currentUser: person(), currentProject: project('p1') });
    function Names({ sort }: { sort: string }) {
      const { data, isPlaceholderData } = useList(api.servers.list, { sort });
      return <p>{data ? `${data.data.map(({ name }) => name).join()}${isPlaceholderData ? ' (old)' : ''}` : 'nothing'}</p>;
    }
    const text = () => document.querySelector('p')?.textContent;
    await show(<Names sort="name:asc" />);
    expect(text()).toBe('nothing');
    await act(async () => answers.get('name:asc')?.({ body: { data: [{ name: 'web' }] } }));
    await act(() => vi.waitFor(() => expect(text()).toBe('web')));
    await show(<Names sort="name:desc" />);
    expect(text()).toBe('web (old)');
    await act(async () => sessionStore.set({ currentProject: project('p2') }));
    expect(text()).toBe('nothing');
  });
});

describe('the heading of a page', () => {
  it('the heading of a page hands its focus to the heading that takes its place', async () => {
    await show(<PageHeading key="loading">Virtual machine</PageHeading>);
    document.querySelector('h1')?.focus();
    await show(<PageHeading key="loaded">web-1</PageHeading>);
    expect(document.activeElement?.textContent).toBe('web-1');
    (document.activeElement as HTMLElement).blur();
    await show(<PageHeading key="other">web-2</PageHeading>);
    expect(document.activeElement).toBe(document.body);
  });
});
