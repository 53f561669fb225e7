/** Who works on the whole cloud chooses the project in which something is made, and only that is in it. */
import { nouns } from '@gantry/contract';
import { imageKind, type Image } from '@gantry/contract/nouns/images/entity';
import { volumeKind, type Volume } from '@gantry/contract/nouns/volumes/entity';
import { quota } from '@gantry/contract/nouns/quotas/calls';
import { expect, it, vi } from 'vitest';
import { inProject } from '../../src/app/create/in-project.tsx';
import { chooseProject, lastProject } from '../../src/app/create/last-project.ts';
import { abilityOf, abilityStore } from '../../src/app/abilities/abilities.ts';
import { mayOpen } from '../../src/app/router/may-open.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { features } from '../../src/features/index.ts';
import { Page as CreateVolume } from '../../src/features/images/create-volume-page.tsx';
import { view } from '../../src/features/volumes/view.tsx';
import { Page as Add } from '../../src/features/volumes/add-page.tsx';
import { openPage, type Asked } from '../support/console-page.tsx';
import { acting, all, click, find, pageText, type } from '../support/render.tsx';
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

it('an administrator chooses a project by name; the form then works there, and the session stays where it is', async () => {
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

it('the project chosen for one new thing is there for the next, until another one is chosen', async () => {
  await open();
  await eventually(() => expect(pageText()).toContain('In the project shop'));
  await click(find('button', 'Choose another project'));
  await eventually(() => expect(all('radio').length).toBe(3));
});

it('a user in a project is not asked for a project', async () => {
  const { asked } = await openPage(Page, answer, '/x', '/x', { currentUser });
  await eventually(() => expect(pageText()).toContain('of 4'));
  expect(asked.some(({ path, token }) => path.endsWith('/auth') || token !== undefined)).toBe(false);
});

const made = (asked: readonly Asked[]) => asked.filter(({ method, path }) => method === 'POST' && path !== ENTER);

it('a dialog that makes something of a thing works in the project of that thing, and the session stays where it is', async () => {
  const volume = { ...(sampleOf(volumeKind.entity) as Volume), id: 'v1', name: 'data', status: 'available', size: 1 };
  const rows = ['shop', 'nowhere'].map((id) => ({
    ...volume,
    id: `in-${id}`,
    name: `in ${id}`,
    project_id: id,
    volume_image_metadata: null,
  }));
  const list = ({ path, method }: Asked) => method === 'GET' && path === '/api/v2/compute/volumes';
  const { asked } = await openPage(
    view.List,
    (request) => (list(request) ? { body: { data: rows, count: 2 } } : answer(request)),
    undefined,
    undefined,
    session,
  );
  await acting(() => abilityStore.set({ ability: abilityOf({ compute_volumes: ['GET'], compute_volume: ['GET', 'PATCH'] }) }));
  await eventually(() => expect(pageText()).toContain('in shop'));
  const offered = async (name: string): Promise<string[]> => {
    await click(find('button', `Actions for ${name}`));
    await eventually(() => find('menuitem', 'Edit'));
    return all('menuitem').map(({ textContent }) => textContent ?? '');
  };
  // Of a project that the user may not enter nothing can be made.
  expect(await offered('in nowhere')).toEqual(['Edit']);
  await click(find('button', 'Actions for in nowhere'));
  expect(await offered('in shop')).toEqual(['Edit', 'Create virtual machine', 'Clone']);
  await click(find('menuitem', 'Clone'));
  await eventually(() => expect(pageText()).toContain('In the project shop'));
  await click(all('button', 'Clone').at(-1)!);
  await eventually(() => expect(made(asked)).toMatchObject([{ path: nouns.volumes.calls.clone.path, token: 'of-shop' }]));
  expect(made(asked)[0]!.body).toMatchObject({ volume_id: 'in-shop' });
  await eventually(() => expect(all('dialog')).toEqual([]));
  // A page that makes something of it begins in that project too.
  chooseProject(undefined);
  await offered('in shop');
  await click(find('menuitem', 'Create virtual machine'));
  expect(lastProject()?.id).toBe('shop');
  expect(sessionStore.get()).toMatchObject({ currentProject: null, scopedToken: 's' });
});

it.each([
  ['public', 'is asked for the project first'],
  ['private', 'makes it in the project of the image'],
] as const)('a user who makes a volume of a %s image %s', async (visibility, _what) => {
  const image = {
    ...(sampleOf(imageKind.entity) as Image),
    id: 'i1',
    name: 'debian',
    status: 'active',
    min_disk: 1,
    visibility,
    project_id: 'shop',
  };
  const { asked } = await openPage(
    CreateVolume,
    (request) => (request.path === '/api/v2/compute/images/i1' ? { body: image } : answer(request)),
    '/compute/images/i1/create-volume',
    '/compute/images/$imageId/create-volume',
    session,
  );
  if (visibility === 'public') {
    await eventually(() => find('radio', 'shop'));
    expect(asked.some(({ path }) => path === ENTER)).toBe(false);
    await click(find('radio', 'shop'));
    await click(find('button', 'Continue'));
  }
  await eventually(() => expect(pageText()).toContain('In the project shop'));
  await click(all('button', 'Create volume').at(-1)!);
  await eventually(() => expect(made(asked)).toMatchObject([{ path: nouns.volumes.calls.create.path, token: 'of-shop' }]));
});

it('pages that make something of a project are open to system administrators, who choose a project, and to nobody else', async () => {
  await open();
  abilityStore.set({ ability: abilityOf({}) });
  const opened = () =>
    features.flatMap(({ routes }) =>
      routes.filter((page) => 'restriction' in page && mayOpen(page, abilityStore.get().ability)).map(({ path }) => path),
    );
  expect(opened().toSorted()).toEqual([
    '/compute/floating-ips/add',
    '/compute/images/$imageId/create-volume',
    '/compute/images/$imageId/create-volume/$returnRoute',
    '/compute/images/add',
    '/compute/instances/add/{-$step}',
    '/compute/load-balancers/$loadBalancerId/pools/add-pool',
    '/compute/load-balancers/$loadBalancerId/pools/add-pool/healthmonitor',
    '/compute/load-balancers/$loadBalancerId/pools/add-pool/vms',
    '/compute/load-balancers/add',
    '/compute/load-balancers/add/add-pool',
    '/compute/load-balancers/add/add-pool/healthmonitor',
    '/compute/load-balancers/add/add-pool/vms',
    '/compute/networks/add',
    '/compute/routers/add',
    '/compute/security-groups/add',
    '/compute/volumes/$volumeId/clone',
    '/compute/volumes/$volumeId/clone/$returnRoute',
    '/compute/volumes/$volumeId/snapshots/$snapshotId/createVolume',
    '/compute/volumes/add',
    '/compute/vpn/add/{-$step}',
  ]);
  sessionStore.set({ currentUser: { ...currentUser, roles: [{ id: 'domain_admin' }] } });
  expect(opened()).toEqual([]);
});
