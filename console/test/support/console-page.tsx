import type { Server } from '@gantry/contract/nouns/servers/entity';
import { AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../src/app/abilities/abilities.ts';
import { callTable } from '../../src/app/api/call-table.ts';
import { createQueryClient } from '../../src/app/api/queries.ts';
import { forgetReads } from '../../src/app/api/request.ts';
import { SIGNED_OUT, sessionStore, type SessionData } from '../../src/app/session/state.ts';
import { renderPage, settle } from './render.tsx';

/** One request the page has made. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** Token of the scope that it is asked in, where that is another one than the session's. */
  token?: string;
}

export interface Given {
  status?: number;
  body?: unknown;
  /** Sent as it is, in place of a body. */
  text?: string;
}

/** Mounts a page of a signed-in member of a project, or of what `session` says, over a server that answers as the test says. Answers the requests and the router. */
export async function openPage(
  Page: () => ReactNode,
  answer: (asked: Asked) => Given | Promise<Given>,
  address?: string,
  path?: string,
  session: Partial<SessionData> = {},
) {
  const asked: Asked[] = [];
  forgetReads();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://localhost');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const token = new Headers(init.headers).get(AUTH_TOKEN_HEADER);
    const one = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body, ...(token !== null && { token }) };
    asked.push(one);
    const given = await answer(one);
    return new Response(given.text ?? JSON.stringify(given.body), { status: given.status ?? 200 });
  });
  sessionStore.set({
    ...SIGNED_OUT,
    token: 't',
    scopedToken: 's',
    currentUser: {
      id: 'user-1',
      name: 'member',
      roles: [{ id: 'project_member' }],
      project_id: null,
      domain_id: 'd',
      domain_name: 'D',
      external_provider: null,
      is_superuser: false,
      permissions: [],
      expires_at: '2099-01-01T00:00:00.000Z',
    },
    currentProject: { id: 'project-1', name: 'P', description: '', enabled: true, domain_id: 'd', role: 'project_user', read_only: false },
    ...session,
  });
  // May do whatever there is, and the cloud can do it.
  const calls = Object.values(callTable);
  const every = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  applyMeta({
    data: Object.fromEntries(calls.map(({ subject }) => [subject, [...every]])),
    capabilities: calls.flatMap(({ capability }) => capability ?? []),
    seq: 7,
  });
  const queryClient = createQueryClient();
  const router = await renderPage(
    () => (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    ),
    address,
    path,
  );
  await settle(20);
  return { asked, router, queryClient };
}

afterEach(() => {
  vi.unstubAllGlobals();
  resetAbilities();
  sessionStore.set(SIGNED_OUT);
});

/** A server as the API gives it. */
export const aServer = (change: Partial<Server> = {}): Server => ({
  id: 'server-1',
  name: 'web-1',
  description: null,
  status: 'ACTIVE',
  task_state: null,
  host_status: null,
  locked: false,
  flavor: { id: 'f', original_name: 'small', vcpus: 1, ram: 2048, disk: 10, extra_specs: {} },
  image: { id: 'i', name: 'Debian', os_type: 'linux' },
  volumes: [],
  networks: [
    {
      network_id: 'n',
      name: 'private',
      mac_addr: '02:00:00:00:00:01',
      ips: ['10.0.0.2', '10.0.0.3'],
      ipam_enabled: true,
      spoofing_protection: true,
      security_group_ids: ['g-default'],
    },
  ],
  network_data: [],
  key_name: null,
  username: null,
  host: null,
  orig_hostname: null,
  ha_enabled: false,
  fault: null,
  metadata: {},
  tags: [],
  traits: [],
  own_traits: [],
  max_vcpu: null,
  max_mem: null,
  allow_live_resize: false,
  allow_set_password: false,
  has_pci_devices: false,
  boots_from_volume: true,
  statistics: { metrics: { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null } },
  created: '2026-11-20T10:00:00Z',
  updated: null,
  project_id: 'project-1',
  project_name: 'P',
  domain_id: 'd',
  domain_name: null,
  revision: 1,
  ...change,
});

/** A task as the API gives it. */
export const aTask = (change: Partial<Task> = {}): Task => ({
  id: 'task-1',
  task_id: 'task-1',
  name: 'server.stop',
  state: 'running',
  args: [],
  kwargs: {},
  truncated: false,
  error: null,
  result: null,
  event: null,
  progress: 0,
  flow: null,
  items: [{ id: 'server-1', name: 'web-1', state: 'running', error: null }],
  entity: 'server',
  user_id: 'user-1',
  user_name: 'member',
  project_id: 'project-1',
  project_name: 'P',
  domain_id: 'd',
  domain_name: 'D',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  revision: 1,
  ...change,
});
