import { afterEach, expect, it } from 'vitest';
import { sendAhead, takeAhead } from '../../src/app/preload/requests.ts';
import { api } from '../../src/app/api/calls.ts';
import { callApi } from '../../src/app/api/request.ts';
import { enterProject } from '../../src/app/session/enter-scope.ts';
import { keepLastRights } from '../../src/app/session/last-rights.ts';
import { restoreSession } from '../../src/app/session/renew.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { writeSession } from '../../src/app/session/storage.ts';
import { fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { person, project } from './session/people.ts';

const SPEC = { sortKeys: ['name'], filters: { name: 'contains' }, defaultSort: 'name:asc' };

/** A document as the server sends it for a list, opened by a member of a project. */
function opened(address: string, reads: readonly string[] = ['compute_servers']): void {
  freshTab();
  history.replaceState(null, '', address);
  const content = JSON.stringify({ call: { path: '/api/v2/compute/servers', subject: 'compute_servers' }, spec: SPEC });
  document.head.innerHTML = '<base href="/"><meta name="gantry:first-read">';
  document.head.querySelector('meta')?.setAttribute('content', content);
  const user = person();
  const { token: _token, scoped_token: _scoped, ...currentUser } = user;
  const session = {
    ...sessionStore.get(),
    currentUser,
    token: 'session-1',
    scopedToken: 'scoped-1',
    currentProject: project('p1'),
    currentDomain: { id: 'd1', name: 'acme' },
  };
  writeSession(session);
  keepLastRights({ token: 'session-1', scope: 'project:p1', reads });
}

afterEach(() => document.head.replaceChildren());

it('settings, rights and the first list leave with the first script', () => {
  opened('/compute/instances?name=web&sort=name:desc&limit=50');
  const { urls, sent } = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(urls()).toEqual([
    'GET /config.json',
    'GET /api/v2/settings/locales',
    'GET /api/v2/meta',
    'GET /api/v2/compute/servers?limit=50&with_count=true&sort=name%3Adesc&name=contains%3Aweb',
  ]);
  const list = sent.find(({ url }) => url.includes('servers'));
  expect([list?.headers.get('x-session-id'), list?.headers.get('x-auth-token')]).toEqual(['session-1', 'scoped-1']);
});

it('a token, and whether access is disabled, are asked for with the first script where no token is stored', () => {
  opened('/compute/instances');
  localStorage.removeItem('scopedToken');
  sessionStorage.removeItem('scopedToken');
  const { urls } = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(urls().slice(2)).toEqual([
    'POST /api/v2/accounts/projects/p1/auth',
    'GET /api/v2/accounts/whoami',
    'GET /api/v2/accounts/projects',
  ]);
});

it('the first list waits for the rights where the last rights did not grant it, and for another project in the address', () => {
  opened('/compute/instances', ['tasks']);
  const refused = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(refused.urls().filter((url) => url.includes('servers'))).toEqual([]);
  opened('/compute/instances?project_id=p2');
  const elsewhere = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(elsewhere.urls().filter((url) => url.includes('servers'))).toEqual([]);
});

it('the first list is asked for with the parameters that its path has', () => {
  opened('/storage-services/s3/users');
  const meta = document.querySelector<HTMLMetaElement>('meta[name="gantry:first-read"]');
  const call = { path: '/api/v2/{service}/s3/users', subject: 'compute_servers' };
  meta?.setAttribute('content', JSON.stringify({ call, spec: { ...SPEC, params: { service: 's3service' } } }));
  const { urls } = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(urls()).toContain('GET /api/v2/s3service/s3/users?limit=20&with_count=true');
});

it('a page without a session asks ahead for the settings alone', () => {
  freshTab();
  history.replaceState(null, '', '/');
  const { urls } = fakeServer(() => ({ body: {} }));
  sendAhead();
  expect(urls()).toEqual(['GET /config.json', 'GET /api/v2/settings/locales']);
});

it('a request that has been sent ahead is not sent again, and answers once', async () => {
  opened('/compute/instances');
  const { urls } = fakeServer(() => ({ body: { data: ['first'] } }));
  restoreSession();
  sendAhead();
  const before = urls().length;
  const query = { limit: 20, with_count: true } as const;
  expect(await callApi(api.servers.list, { query })).toEqual({ data: ['first'] });
  expect(urls()).toHaveLength(before);
  await callApi(api.servers.list, { query }, { fresh: true });
  expect(urls()).toHaveLength(before + 1);
});

it('an answer that was sent ahead serves the scope also with its new token, and no other scope', async () => {
  opened('/compute/instances');
  const { urls } = fakeServer(({ url }) => ({ body: url.endsWith('/auth') ? { token: 'new' } : { data: {}, capabilities: [] } }));
  restoreSession();
  sendAhead();
  sessionStore.set({ scopedToken: 'new' });
  const before = urls().length;
  await callApi(api.session.meta);
  expect(urls()).toHaveLength(before);
  await expect(enterProject(project('p2'))).resolves.toBeUndefined();
  await callApi(api.servers.list, { query: { limit: 20, with_count: true } });
  expect(urls().at(-1)).toContain('/api/v2/compute/servers');
});

it('a request of another session takes no answer that was sent ahead', () => {
  opened('/compute/instances');
  fakeServer(() => ({ body: {} }));
  sendAhead();
  const init = {
    method: 'GET',
    headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-session-id': 'session-2' },
  };
  expect(takeAhead('/api/v2/meta', init)).toBeUndefined();
});
