import { describe, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/servers/list/page.tsx';
import { abilityOf, abilityStore } from '../../../src/app/abilities/abilities.ts';
import type { SessionData } from '../../../src/app/session/state.ts';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { acting, all, click, find, pageText, settle, type } from '../../support/render.tsx';

const SERVERS = '/api/v2/compute/servers';
const named = (id: string, name: string) => ({ id, name });
/** What the cloud has, by the path that lists it. */
const THINGS: Readonly<Record<string, readonly object[]>> = {
  '/api/v2/compute/flavors': [named('flavor-1', 'small'), named('flavor-2', 'large')],
  '/api/v2/compute/images': [named('image-1', 'Debian')],
  '/api/v2/compute/security-groups': [named('group-1', 'web')],
  '/api/v2/compute/networks': [named('network-1', 'private')],
  '/api/v2/compute/traits': [named('CUSTOM_GPU', 'CUSTOM_GPU')],
  '/api/v2/compute/nodes': [{ id: 'node-1', host: 'host-1' }],
  '/api/v2/domains': [named('domain-1', 'Default')],
  '/api/v2/domains/domain-1/projects': [named('project-1', 'Shop')],
};
const answer = ({ path }: Asked): Given => ({
  body: path === SERVERS ? { data: [aServer({ host: 'host-1' })], count: 1 } : { data: THINGS[path] ?? [] },
});

const SYSTEM: Partial<SessionData> = {
  currentProject: null,
  currentUser: {
    id: 'admin',
    name: 'admin',
    roles: [{ id: 'system_admin' }],
    project_id: null,
    domain_id: 'domain-1',
    domain_name: 'Default',
    external_provider: null,
    is_superuser: true,
    permissions: [],
    expires_at: '2099-01-01T00:00:00.000Z',
  },
};

/** Opens the list as somebody of a project, or as one who administers the whole cloud. */
async function openList(
  scope: 'project' | 'system',
  { given = answer, address, session = {} }: { given?: (asked: Asked) => Given; address?: string; session?: Partial<SessionData> } = {},
) {
  const opened = await openPage(Page, given, address, undefined, { ...(scope === 'system' && SYSTEM), ...session });
  const of = (path: string) => opened.asked.filter((one) => one.path === path);
  return { ...opened, of, filtered: () => Object.fromEntries(of(SERVERS).at(-1)?.query ?? []) };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const LABEL = 'Name, IP address or ID';
const field = () => find('textbox', LABEL) as HTMLInputElement;
/** What the field offers. */
const offered = (): string[] => all('option').map(({ textContent }) => textContent ?? '');
const option = (name: string): HTMLElement => {
  const found = all('option').find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no option ${name} in ${offered().join(' | ')}`);
  return found;
};
const press = (key: string) => acting(() => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
/** Chooses a filter in the field, whose values are offered from then on. */
const openFilter = async (name: string): Promise<void> => {
  await click(field());
  await click(option(`${name}:`));
  await settle();
};
/** Opens one that stands beside the field. */
const openBox = async (name: string): Promise<void> => {
  await click(all('button', name).find((button) => !button.closest('th'))!);
  await settle();
};
/** An option of the box that is open. */
const ticked = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name);
  const input = found?.querySelector('input');
  if (!input) throw new Error(`no option ${name} in ${pageText()}`);
  return input;
};
const headers = (): string[] => [...document.querySelectorAll('th')].map(({ textContent }) => textContent ?? '');

describe('the filters of the list of servers', () => {
  it.each([
    ['Flavor', '/api/v2/compute/flavors', 'name:asc', 'small', 'flavor', 'flavor-1'],
    ['Image', '/api/v2/compute/images', 'name:asc', 'Debian', 'image', 'image-1'],
    ['Network', '/api/v2/compute/networks', 'name:asc', 'private', 'network', 'network-1'],
    ['Security groups', '/api/v2/compute/security-groups', 'name:asc', 'web', 'security_group', 'group-1'],
    ['Placement', '/api/v2/compute/traits', 'name:asc', 'CUSTOM_GPU', 'placement', 'CUSTOM_GPU'],
    ['Node', '/api/v2/compute/nodes', 'host:asc', 'host-1', 'host', 'host-1'],
    ['Project', '/api/v2/domains/domain-1/projects', 'name:asc', 'Shop', 'project_id', 'project-1'],
  ])(
    'a filter of the list of servers reads its choices once, when opened, and asks for what was chosen: %s',
    async (label, path, sort, shown, key, value) => {
      const { of, filtered, router } = await openList('system');
      expect(of(path)).toEqual([]);
      await openFilter(label);
      await eventually(() => option(shown));
      expect(of(path).map(({ query }) => Object.fromEntries(query))).toEqual([{ limit: '100', sort }]);
      expect(pageText()).not.toContain('The list is incomplete');
      await click(option(shown));
      await eventually(() => expect(filtered()).toEqual({ limit: '20', with_count: 'true', [key]: `in:${value}` }));
      expect(router.state.location.search).toEqual({ [key]: `in:${value}` });
      expect(find('button', `Remove filter: ${shown}`)).toBeTruthy();
      expect(of(path)).toHaveLength(1);
    },
  );

  it.each([
    ['Status', 'Stopped1', 'status', 'SUSPENDED,PAUSED,SHUTOFF,SHELVED,SHELVED_OFFLOADED'],
    ['Task in progress', 'migrating', 'task_state', 'migrating'],
  ])('a filter of the list of servers knows by itself what a server can be: %s', async (label, shown, key, value) => {
    const { asked, filtered } = await openList('project');
    await openFilter(label);
    await eventually(() => option(shown));
    await click(option(shown));
    await eventually(() => expect(filtered()).toMatchObject({ [key]: `in:${value}` }));
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([SERVERS]));
  });

  it('a word of the status filter of servers stands for several statuses, with the number of servers', async () => {
    const given = (one: Asked): Given => (one.query.get('limit') === '1' ? { body: { data: [], count: 7 } } : answer(one));
    const { filtered, router } = await openList('project', { given });
    await openBox('Status');
    await eventually(() => ticked('Running7'));
    await click(ticked('Running7'));
    await eventually(() => expect(filtered()).toMatchObject({ status: 'in:ACTIVE,LIVE_RESIZE,VERIFY_LIVE_RESIZE,RESCUE' }));
    expect(router.state.location.search).toEqual({ status: 'in:ACTIVE,LIVE_RESIZE,VERIFY_LIVE_RESIZE,RESCUE' });
    expect(all('button', 'Remove filter: ').map((button) => button.getAttribute('aria-label'))).toEqual(['Remove filter: Running']);
  });

  it('the status filter of servers keeps the states under a word out of the way until they are asked for', async () => {
    const { filtered } = await openList('project');
    await openBox('Status');
    const entries = () => all('menuitem').map(({ textContent }) => textContent);
    await eventually(() => expect(entries()).toEqual(['Running1', 'Stopped1', 'Errored1', 'In progress1', 'Other1', 'More states']));
    await click(find('menuitem', 'More states'));
    expect(entries()).toContain('Paused');
    expect(entries().filter((entry) => entry?.startsWith('Stopped'))).toHaveLength(1);
    await click(ticked('Paused'));
    await eventually(() => expect(filtered()).toMatchObject({ status: 'in:PAUSED' }));
  });

  it.each([
    ['IP addresses', 'address', '10.0.0'],
    ['ID', 'id', '5f0c8b5e'],
    ['Name', 'name', 'web'],
  ])('the list of servers searches in one field where the field is named: %s', async (label, key, value) => {
    const { filtered, router } = await openList('project');
    await openFilter(label);
    await type(field(), `${label}: ${value}`, 'stay');
    await press('Enter');
    await eventually(() => expect(filtered()).toEqual({ limit: '20', with_count: 'true', [key]: `contains:${value}` }));
    expect(field().value).toBe('');
    await press('Backspace');
    await eventually(() => expect(router.state.location.search).toEqual({}));
  });

  it('the filters of the list of servers are typed in one field, with a text beside them, and chosen by keys', async () => {
    const { filtered, router } = await openList('project');
    await type(field(), 'web status: paus', 'stay');
    expect(offered()).toEqual(['Paused']);
    await press('Enter');
    await eventually(() => expect(filtered()).toMatchObject({ search: 'contains:web', status: 'in:PAUSED' }));
    expect(field().value).toBe('web');
    await type(field(), 'eu Fla', 'stay');
    expect(offered()).toEqual(['Flavor:']);
    await press('ArrowDown');
    await press('Enter');
    expect(field().value).toBe('eu Flavor: ');
    await settle(400);
    expect(field().value).toBe('eu Flavor: ');
    await eventually(() => option('large'));
    await press('ArrowDown');
    await press('Enter');
    await eventually(() => expect(filtered()).toMatchObject({ search: 'contains:eu', status: 'in:PAUSED', flavor: 'in:flavor-2' }));
    expect(all('button', 'Remove filter: ').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remove filter: Paused',
      'Remove filter: large',
    ]);
    await click(find('button', 'Clear all filters'));
    await eventually(() => expect(router.state.location.search).toEqual({}));
    expect(field().value).toBe('');
  });

  it('the search field of the list of servers offers nothing more after Escape, until an arrow key is pressed', async () => {
    await openList('project');
    await click(field());
    expect(offered().length).toBeGreaterThan(3);
    await press('Escape');
    expect(offered()).toEqual([]);
    await press('ArrowDown');
    expect(offered().length).toBeGreaterThan(3);
  });

  it('a filter of servers says that there are more choices, searches them on the server, and names the chosen one', async () => {
    const given = (one: Asked): Given => {
      if (one.path !== '/api/v2/compute/flavors') return answer(one);
      if (one.query.get('id') === 'in:flavor-9') return { body: { data: [named('flavor-9', 'giant')] } };
      if (one.query.has('name')) return { body: { data: [named('flavor-7', 'large-gpu')] } };
      return { body: { data: [named('flavor-1', 'small')], marker: 'm1' } };
    };
    const { of } = await openList('project', { given, address: '/page?flavor=["flavor-9"]' });
    await eventually(() => expect(find('button', 'Remove filter: giant')).toBeTruthy());
    await openFilter('Flavor');
    await eventually(() => option('small'));
    expect(pageText()).toContain('The list is incomplete. Search to find more.');
    await type(field(), 'Flavor: gpu', 'stay');
    await eventually(() => option('large-gpu'));
    expect(of('/api/v2/compute/flavors').map(({ query }) => query.get('name'))).toContain('contains:gpu');
    await type(field(), 'Flavor: gi', 'stay');
    await eventually(() => expect(option('giant').querySelector('svg')).toBeTruthy());
  });

  it('a filter of servers says why there is nothing to choose from, and tries again', async () => {
    let broken = true;
    const given = (one: Asked): Given =>
      broken && one.path === '/api/v2/compute/images'
        ? { status: 503, body: { error: { err_code: 'engine_unavailable', message: 'x' } } }
        : answer(one);
    await openList('project', { given });
    await openFilter('Image');
    await eventually(() => expect(pageText()).toContain('The cloud does not respond. Try again later.'));
    broken = false;
    await click(find('button', 'Try again'));
    await eventually(() => option('Debian'));
  });
});

describe('the view of the list of servers', () => {
  it('the list of servers of the whole cloud shows node, project and domain, and sorts by node and project', async () => {
    const { filtered } = await openList('system');
    expect(headers()).toEqual(expect.arrayContaining(['Node', 'Project', 'Domain']));
    const row = all('row').find(({ textContent }) => textContent?.includes('web-1'));
    expect(row?.querySelector('[data-label=Node]')?.textContent).toBe('host-1');
    const [header] = [...document.querySelectorAll('th')].filter(({ textContent }) => textContent === 'Node');
    await click(header!.querySelector('button')!);
    await eventually(() => expect(filtered()).toMatchObject({ sort: 'host:asc' }));
    const [project] = [...document.querySelectorAll('th')].filter(({ textContent }) => textContent === 'Project');
    await click(project!.querySelector('button')!);
    await eventually(() => expect(filtered()).toMatchObject({ sort: 'project_id:asc' }));
  });

  it('the list of servers of a domain offers the projects of that domain, and asks for neither domains nor nodes', async () => {
    const { of } = await openList('system', { session: { currentDomain: { id: 'domain-1', name: 'Default' } } });
    await acting(() => abilityStore.set({ ability: abilityOf({ compute_servers: ['GET'], domain_projects: ['GET'] }) }));
    await openFilter('Project');
    await eventually(() => option('Shop'));
    expect(of('/api/v2/domains/domain-1/projects')).toHaveLength(1);
    expect([...of('/api/v2/domains'), ...of('/api/v2/compute/nodes')]).toEqual([]);
  });

  it('the list of servers of a project shows neither nodes nor projects, nor filters by them', async () => {
    await openList('project');
    for (const name of ['Node', 'Project', 'Domain']) expect(headers()).not.toContain(name);
    expect(all('button').map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Status', 'Network']));
    await click(field());
    const names = [
      'Status',
      'Task in progress',
      'Flavor',
      'Image',
      'Network',
      'Security groups',
      'Placement',
      'Name',
      'IP addresses',
      'ID',
    ];
    expect(offered()).toEqual(names.map((name) => `${name}:`));
  });
});
