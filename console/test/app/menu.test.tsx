import { beforeEach, describe, expect, it, vi } from 'vitest';
import { abilityStore } from '../../src/app/abilities/abilities.ts';
import { currentOf, itemsOf, nodesOf, type MenuItem } from '../../src/app/router/menu.ts';
import { isOfOtherSide } from '../../src/app/router/menu-tree.ts';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { setFolded, foldStore } from '../../src/app/shell/menu-folds.ts';
import { menuStore } from '../../src/app/shell/menu-state.ts';
import { SideMenu } from '../../src/app/shell/side-menu.tsx';
import { features } from '../../src/features/index.ts';
import { person } from './session/people.ts';
import { openPage } from '../support/console-page.tsx';
import { acting, click, find, settle } from '../support/render.tsx';

beforeEach(() => {
  localStorage.clear();
  innerWidth = 1024;
  foldStore.set({ folded: { tenants: true } });
  menuStore.set({ isExpanded: true, isDrawerOpen: false });
});

const Menu = () => (
  <FeaturesContext value={features}>
    <SideMenu />
  </FeaturesContext>
);
const answering = (status: string) => () => ({ body: { data: [], elsewhere: [], status } });

/** The menu of a member of a project at an address, with a cluster in that state. */
const openMenu = (path = '/monitoring', status = 'active') => openPage(Menu, answering(status), path, path);

/** The same for an administrator on the other side. */
async function openAdministration(path: string) {
  const side = document.head.appendChild(document.createElement('meta'));
  Object.assign(side, { name: 'gantry:side', content: 'administration' });
  const { token: _token, scoped_token: _scoped, ...currentUser } = person('system_admin');
  const page = await openPage(Menu, answering('active'), path, path.split('?')[0], { currentUser, currentProject: null });
  side.remove();
  return page;
}

/** What shows of the menu, with entries of groups behind a dash. */
const lines = (): string[] =>
  [...document.querySelectorAll('nav > ul :is(a, button)')]
    .filter((line) => line.closest('[hidden]') === null)
    .map((line) => `${line.closest('ul ul') ? '- ' : ''}${line.textContent}`);
const current = () => [...document.querySelectorAll('nav [aria-current=page]')].map(({ textContent }) => textContent);
const press = (key: string, init: KeyboardEventInit = {}) =>
  acting(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ...init, bubbles: true, cancelable: true })));
const focused = () => document.activeElement?.textContent;

describe('the tree of the menu', () => {
  it('the menu of a project has its groups, of which Project is the last', async () => {
    await openMenu();
    expect(lines()).toEqual([
      'Overview',
      'Compute',
      '- Virtual machines',
      '- Images',
      'Storage',
      '- Volumes',
      '- Object storage',
      'Network',
      '- Networks',
      '- Routers',
      '- Floating IPs',
      '- Load balancers',
      '- VPN',
      '- Security groups',
      'Tasks',
      'Project',
      '- Members',
      '- Quotas',
      '- API access',
    ]);
  });

  it('the menu has nothing of the compute cluster where there is none, and one entry instead of a group of one', async () => {
    await openMenu('/tasks', 'absent');
    expect(lines()).toEqual(['Overview', 'Object storage', 'Tasks', 'Project', '- Members', '- Quotas', '- API access']);
  });

  it.each([
    ['VPN', 'vpn_connection.create'],
    ['Load balancers', 'load_balancer.create'],
  ])('the menu has no %s where the cloud has none', async (entry, capability) => {
    await openMenu();
    expect(lines()).toContain(`- ${entry}`);
    await acting(() =>
      abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities].filter((one) => one !== capability)) })),
    );
    expect(lines()).not.toContain(`- ${entry}`);
  });

  it('the menu of the administration has the resources of tenants folded until somebody opens them', async () => {
    await openAdministration('/monitoring');
    expect(lines()).toEqual([
      'Overview',
      'Compute',
      '- Compute cluster',
      '- Compute nodes',
      '- Flavors',
      '- Images',
      '- Placements',
      'Storage',
      '- Storage policies',
      '- Object storage users',
      "Tenants' resources",
      'Access',
      '- Domains',
      '- Projects',
      '- Users',
      '- Groups',
      'Activity',
      '- Tasks',
      '- Audit log',
      '- Problem reports',
    ]);
    await click(find('button', "Tenants' resources"));
    expect(lines().slice(10, 19)).toEqual([
      "Tenants' resources",
      '- Virtual machines',
      '- Volumes',
      '- Networks',
      '- Routers',
      '- Floating IPs',
      '- Load balancers',
      '- VPN',
      'Access',
    ]);
  });

  it('the menu has in domain mode users and projects alone, whatever else may be opened', () => {
    const all = features.flatMap(({ noun, menu = [] }) => menu.map((entry) => ({ ...entry, noun })));
    for (const side of ['self-service', 'administration'] as const)
      expect(itemsOf(nodesOf(all, side, 'domain')).map(({ path }) => path)).toEqual(['/users', '/projects']);
  });

  it('the menu has a place for each entry that a feature declares, and knows the pages of the other side', () => {
    const entries = features.flatMap(({ noun, menu = [] }) => menu.map((entry) => ({ ...entry, noun })));
    const places = [
      ['self-service', 'project'],
      ['administration', 'system'],
    ] as const;
    const placed = places.flatMap(([side, scope]) => itemsOf(nodesOf(entries, side, scope)).map(({ path }) => path));
    const declared = entries.filter(({ place }) => place === undefined).map(({ path }) => path);
    expect(declared.filter((path) => !placed.includes(path))).toEqual([]);
    expect(isOfOtherSide('/compute/flavors', 'self-service')).toBe(true);
    expect(isOfOtherSide('/compute/flavors', 'administration')).toBe(false);
    expect(isOfOtherSide('/compute/ssh-keys', 'administration')).toBe(false);
    // A tab beside the networks there.
    expect(isOfOtherSide('/compute/security-groups', 'administration')).toBe(false);
  });
});

describe('the entry of the open page', () => {
  const entry = (path: string, covers?: string[]): MenuItem => ({
    noun: 'n',
    label: path,
    path,
    icon: () => null,
    ...(covers && { covers }),
  });
  const items = [entry('/users'), entry('/users/groups'), entry('/compute/volumes', ['/compute/volume-snapshots'])];

  it.each([
    ['/users/u-1', '/users'],
    ['/users/groups/g-1', '/users/groups'],
    ['/compute/volume-snapshots/s-1', '/compute/volumes'],
    ['/users-of-others', undefined],
  ])('the menu entry of the page at %s is %s', (address, path) => {
    expect(currentOf(items, address)?.path).toBe(path);
  });

  it('the menu marks the entry of the open page alone, also where another one lies above it', async () => {
    await openAdministration('/monitoring/audit-log?limit=20');
    expect(current()).toEqual(['Audit log']);
  });

  it('the menu opens the group of the open page, and what somebody has folded is kept for the next visit', async () => {
    setFolded('network', true);
    await openMenu('/compute/routers');
    expect(current()).toEqual(['Routers']);
    expect(lines()).toContain('- Routers');
    expect(JSON.parse(localStorage.getItem('gantry.menu-folded.self-service') ?? '')).toEqual({ network: true });
    await click(find('button', 'Network'));
    expect(lines()).not.toContain('- Routers');
    expect(find('button', 'Network').classList.contains('is-around')).toBe(true);
  });

  it('the menu takes no group for folded by damaged values in the browser', async () => {
    localStorage.setItem('gantry.menu-folded.self-service', '{"network":"yes","storage":true}');
    vi.resetModules();
    const { foldStore: fresh } = await import('../../src/app/shell/menu-folds.ts');
    expect(fresh.get().folded).toEqual({ tenants: true, storage: true });
  });
});

describe('the narrow menu', () => {
  beforeEach(() => menuStore.set({ isExpanded: false }));

  it('the narrow menu flies a group out by the keyboard, walks through it by arrows, and gives the focus back', async () => {
    await openMenu('/compute/images');
    expect(lines()).toEqual(['Overview', 'Compute', 'Storage', 'Network', 'Tasks', 'Project']);
    const group = find('button', 'Compute');
    expect(group.classList.contains('is-around')).toBe(true);
    group.focus();
    await press('ArrowRight');
    expect(group.getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('Virtual machines');
    await press('ArrowDown');
    expect(focused()).toBe('Images');
    expect(current()).toEqual(['Images']);
    await press('Escape');
    expect(document.activeElement).toBe(group);
    expect(lines()).not.toContain('- Images');
    // As Enter does.
    await click(group);
    expect(focused()).toBe('Virtual machines');
    await press('ArrowLeft');
    expect(document.activeElement).toBe(group);
  });

  it('the narrow menu closes what has flown out once the focus or the pointer is elsewhere', async () => {
    await openMenu();
    await click(find('button', 'Storage'));
    await acting(() => find('button', 'Network').focus());
    expect(lines()).not.toContain('- Volumes');
    await click(find('button', 'Storage'));
    await acting(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(lines()).not.toContain('- Volumes');
  });
});

it('the menu is a drawer on a phone, which keeps Tab inside, closes by Escape, and gives the focus back', async () => {
  innerWidth = 390;
  const opener = document.body.appendChild(document.createElement('button'));
  await openMenu();
  expect(document.querySelector('nav')).toBeNull();
  opener.focus();
  await acting(() => menuStore.set({ isDrawerOpen: true }));
  expect(focused()).toBe('Overview');
  await press('Tab', { shiftKey: true });
  expect(focused()).toBe('API access');
  await press('Tab');
  expect(focused()).toBe('Overview');
  await press('Escape');
  expect(document.querySelector('nav')).toBeNull();
  expect(document.activeElement).toBe(opener);
  opener.remove();
  await settle();
});
