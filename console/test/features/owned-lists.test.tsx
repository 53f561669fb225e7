/** Lists of things that belong to projects: whose each one is, for administrators, and what each list is narrowed by. */
import { kinds } from '@gantry/contract';
import { expect, it, vi } from 'vitest';
import type { Section } from '../../src/app/resource/section.ts';
import { openPage, type Asked } from '../support/console-page.tsx';
import { all, click, find, settle } from '../support/render.tsx';
import { sampleOf } from '../support/sample.ts';
import { pagesOf } from '../support/section.tsx';

interface Thing {
  id: string;
  name: string;
}

const files = import.meta.glob<{ section: Section<Thing> }>('../../src/features/*/section.ts', { eager: true });

/** The list of a noun over one thing of it, and what it is filtered by. */
async function openList(noun: string, role: 'system_admin' | 'domain_admin', things: Readonly<Record<string, Thing[]>> = {}) {
  const [file, { section }] = Object.entries(files).find(([path]) => path.includes(`/features/${noun}/`))!;
  const one = { ...(sampleOf(kinds.get(section.kind)!.entity) as Thing), project_name: 'shop', domain_name: 'Acme' };
  const { path } = section.calls.list;
  const answer = (asked: Asked) => ({ body: asked.path === path ? { data: [one], count: 1 } : { data: things[asked.path] ?? [] } });
  const { asked } = await openPage(pagesOf(file).List, answer, undefined, undefined, {
    currentProject: null,
    currentUser: {
      id: 'user-1',
      name: 'admin',
      roles: [{ id: role }],
      project_id: null,
      domain_id: 'd',
      domain_name: 'D',
      external_provider: null,
      is_superuser: false,
      permissions: [],
      expires_at: '2099-01-01T00:00:00.000Z',
    },
  });
  const filtered = () => Object.fromEntries(asked.filter((one) => one.path === path).at(-1)?.query ?? []);
  return { filtered };
}

const field = () => find('textbox', 'Search by name or ID');
const offered = () => all('option').map(({ textContent }) => textContent ?? '');
const choose = async (name: string) => {
  await vi.waitFor(() => expect(offered()).toContain(name), { timeout: 20_000 });
  await click(all('option').find(({ textContent }) => textContent === name)!);
  await settle();
};

const OWNED = ['volumes', 'volume-snapshots', 'images', 'networks', 'routers', 'floating-ips', 'load-balancers', 'security-groups', 'vpn'];

it.each(OWNED)('administrators are told whose each of the %s is, and filter by that', async (noun) => {
  const headings = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
  await openList(noun, 'system_admin');
  // Before all but the name.
  expect(
    headings()
      .filter((text) => text)
      .slice(1, 3),
  ).toEqual(['Project', 'Domain']);
  expect(['shop', 'Acme'].map((name) => [...document.querySelectorAll('td')].some(({ textContent }) => textContent === name))).toEqual([
    true,
    true,
  ]);
  await click(field());
  expect(offered()).toEqual(expect.arrayContaining(['Project:', 'Domain:']));
});

it.each(['users', 'projects', 'groups'])('system administrators are told which domain each of the %s is in', async (noun) => {
  await openList(noun, 'system_admin');
  const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
  const at = headings.indexOf('Domain');
  expect([at > 0, rows.map((cells) => cells[at])]).toEqual([true, ['Acme']]);
});

it.each([
  ['volumes', 'Storage policy', 'fast', 'storage_policy', 'fast', { '/api/v2/compute/storage_policies': [{ id: 'p-1', name: 'fast' }] }],
  ['volumes', 'Attached to', 'web-1', 'server', 's-1', { '/api/v2/compute/servers': [{ id: 's-1', name: 'web-1' }] }],
  ['images', 'Disk format', 'qcow2', 'disk_format', 'qcow2', {}],
  ['images', 'Access', 'Some projects', 'visibility', 'shared', {}],
  ['networks', 'Type', 'VLAN', 'type', 'vlan', {}],
  ['load-balancers', 'Network', 'inner', 'network', 'n-1', { '/api/v2/compute/networks': [{ id: 'n-1', name: 'inner' }] }],
  ['floating-ips', 'External network', 'public', 'network', 'n-1', { '/api/v2/compute/networks': [{ id: 'n-1', name: 'public' }] }],
])('the list of %s is narrowed by: %s', async (noun, label, shown, key, value, things) => {
  const { filtered } = await openList(noun, 'domain_admin', things);
  await click(field());
  await choose(`${label}:`);
  await choose(shown);
  await vi.waitFor(() => expect(filtered()).toMatchObject({ [key]: `in:${value}` }), { timeout: 20_000 });
});
