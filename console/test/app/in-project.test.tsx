/** Who works on the whole cloud chooses the project in which something is made, and only that is in it. */
import { nouns } from '@gantry/contract';
import { quota } from '@gantry/contract/nouns/quotas/calls';
import { expect, it, vi } from 'vitest';
import { inProject } from '../../src/app/create/in-project.tsx';
import { abilityOf, abilityStore } from '../../src/app/abilities/abilities.ts';
import { mayOpen } from '../../src/app/router/may-open.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { features } from '../../src/features/index.ts';
import { Page as Add } from '../../src/features/volumes/add-page.tsx';
import { openPage, type Asked } from '../support/console-page.tsx';
import { all, click, find, pageText, type } from '../support/render.tsx';
import { sampleOf } from '../support/sample.ts';
import { person, project } from './session/people.ts';

const InProject = inProject(Add);
const Page = () => <InProject />;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const none = { limit: -1, used: 0 };
const limits = Object.fromEntries(Object.keys(quota.shape).map((name) => [name, none]));
const ENTER = '/api/v2/accounts/projects/shop/auth';

const answer = ({ path, method }: Asked) => {
  if (path === ENTER) return { body: { token: 'of-shop', role: 'project_admin' } };
  if (path === '/api/v2/meta') {
    const data = { compute_volumes: ['GET', 'POST'], compute_quotas: ['GET'], compute_storage_policies: ['GET'] };
    return { body: { data, capabilities: ['volume.create', 'quota.read'], seq: 9 } };
  }
  if (path.startsWith('/api/v2/compute/quotas/'))
    return { body: { ...(sampleOf(quota) as object), ...limits, storage_policies: [], volumes: { limit: 4, used: 3 } } };
  if (method === 'POST') return { status: 202, body: { task_id: 't', id: 'v' } };
  return { body: { data: [{ id: 'd1', name: 'Acme' }].slice(0, path === '/api/v2/domains' ? 1 : 0), count: 0 } };
};

const { token: _token, scoped_token: _scoped, ...currentUser } = person('system_admin');
const session = { currentProject: null, currentUser, projects: [project('shop'), project('closed', { enabled: false }), project('other')] };
const open = () => openPage(Page, answer, '/x', '/x', session);

it('the project is chosen by name; from then on the form reads and makes there, and the session stays where it is', async () => {
  const { asked } = await open();
  expect(asked.every(({ path }) => path === '/api/v2/domains')).toBe(true);
  await eventually(() => expect(pageText()).toContain('Acme'));
  expect(all('radio')).toHaveLength(3);
  expect((find('radio', 'closed') as HTMLInputElement).disabled).toBe(true);
  await click(find('button', 'Continue'));
  expect(asked.some(({ path }) => path.endsWith('/auth'))).toBe(false);
  await click(find('radio', 'shop'));
  await click(find('button', 'Continue'));
  await eventually(() => expect(pageText()).toContain('In the project shop'));
  await eventually(() => expect(pageText()).toContain('3 + 1 of 4'));
  const inside = asked.slice(asked.findIndex(({ path }) => path === ENTER) + 1);
  expect(inside.map(({ token }) => token)).toEqual(inside.map(() => 'of-shop'));
  expect(inside.map(({ path }) => path)).toContain('/api/v2/compute/quotas/shop');
  await type(find('textbox', 'Name'), 'data');
  await click(find('button', 'Create'));
  await eventually(() => expect(asked.at(-1)).toMatchObject({ method: 'POST', path: nouns.volumes.calls.create.path, token: 'of-shop' }));
  expect(sessionStore.get()).toMatchObject({ currentProject: null, scopedToken: 's' });
});

it('the same project is there for the next thing, until another one is chosen', async () => {
  await open();
  await eventually(() => expect(pageText()).toContain('In the project shop'));
  await click(find('button', 'Choose another project'));
  await eventually(() => expect(all('radio').length).toBe(3));
});

it('who is in a project is asked for none', async () => {
  const { asked } = await openPage(Page, answer, '/x', '/x', { currentUser });
  await eventually(() => expect(pageText()).toContain('of 4'));
  expect(asked.some(({ path, token }) => path.endsWith('/auth') || token !== undefined)).toBe(false);
});

it('pages that make something of a project are open to administrators of the system, who choose one there, and to nobody else', async () => {
  await open();
  abilityStore.set({ ability: abilityOf({}) });
  const opened = () =>
    features.flatMap(({ routes }) =>
      routes.filter((page) => 'restriction' in page && mayOpen(page, abilityStore.get().ability)).map(({ path }) => path),
    );
  expect(opened().toSorted()).toEqual([
    '/compute/floating-ips/add',
    '/compute/images/add',
    '/compute/instances/add/{-$step}',
    '/compute/networks/add/{-$step}',
    '/compute/routers/add',
    '/compute/security-groups/add',
    '/compute/volumes/add',
  ]);
  sessionStore.set({ currentUser: { ...currentUser, roles: [{ id: 'domain_admin' }] } });
  expect(opened()).toEqual([]);
});
