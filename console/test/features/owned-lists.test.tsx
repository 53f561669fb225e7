/** Lists of things that belong to somebody: whose each one is, for administrators, and what each list is narrowed by. */
import { calls, nouns } from '@gantry/contract';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { features } from '../../src/features/index.ts';
import { above } from '../support/above.ts';
import { openPage, type Asked } from '../support/console-page.tsx';
import { all, click, find, settle } from '../support/render.tsx';
import { sampleOf } from '../support/sample.ts';

interface Thing {
  id: string;
  name: string;
}

/** What the list of a call holds. */
function entityOf(id: string): z.ZodObject {
  const answer = calls.find((call) => call.id === id)?.answer;
  const data: unknown = answer instanceof z.ZodObject ? answer.shape['data'] : undefined;
  const entity: unknown = data instanceof z.ZodArray ? data.element : undefined;
  if (entity instanceof z.ZodObject) return entity;
  throw new Error(`${id} answers no list`);
}

/** Lists of what is the caller's own, of whatever domain. */
const OF_USERS = ['/compute/ssh-keys'];

/** All lists of things that belong to a project or a domain, by what their calls answer: a new one is among them by itself. */
const OWNED = features
  .flatMap(({ routes }) => routes)
  .flatMap(({ path, list, load }) => {
    if (!list) return [];
    if (OF_USERS.includes(path)) return [];
    const { shape } = entityOf(list.call.id);
    const owners = 'project_id' in shape ? ['Project', 'Domain'] : 'domain_id' in shape ? ['Domain'] : [];
    return owners.length > 0 ? [{ path, list, load, owners }] : [];
  });
const listAt = (path: string) => OWNED.find((list) => list.path === path)!;

/** A list over one thing, and what it is filtered by. */
async function openList(
  { list, load }: (typeof OWNED)[number],
  role: Parameters<typeof above>[0],
  things: Readonly<Record<string, Thing[]>> = {},
) {
  const one = { ...(sampleOf(entityOf(list.call.id)) as object), project_name: 'shop', domain_name: 'Acme' };
  const { path } = list.call;
  const isList = (asked: Asked) => asked.path === path.replace('{service}', 's3service');
  const { overview } = nouns.objectStorage.calls;
  const answer = (asked: Asked) => {
    if (asked.path === overview.path) return { body: sampleOf(overview.answer) };
    return { body: isList(asked) ? { data: [one], count: 1 } : { data: things[asked.path] ?? [] } };
  };
  const { Page } = await load();
  const { asked } = await openPage(() => <Page />, answer, undefined, undefined, above(role));
  const filtered = () => Object.fromEntries(asked.filter(isList).at(-1)?.query ?? []);
  return { filtered };
}

const field = () => find('textbox');
const offered = () => all('option').map(({ textContent }) => textContent ?? '');
const choose = async (name: string) => {
  await vi.waitFor(() => expect(offered()).toContain(name), { timeout: 20_000 });
  await click(all('option').find(({ textContent }) => textContent === name)!);
  await settle();
};

it.each(OWNED)('the list at $path says second whose each thing is, and can be filtered by that, in the system scope', async (list) => {
  await openList(list, 'system_admin');
  const { owners } = list;
  const headings = [...document.querySelectorAll('th')].flatMap(({ textContent }) => textContent || []);
  expect(headings.slice(1, 1 + owners.length)).toEqual(owners);
  const cells = [...document.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(expect.arrayContaining(owners.map((owner) => (owner === 'Project' ? 'shop' : 'Acme'))));
  await click(field());
  // Where the call can be asked for them.
  const { query } = calls.find(({ id }) => id === list.list.call.id)!;
  const asked = owners.filter((owner) => `${owner.toLowerCase()}_id` in (query?.shape ?? {}));
  expect(offered()).toEqual(expect.arrayContaining(asked.map((owner) => `${owner}:`)));
});

it('the lists of the system scope tell owners of at least fifteen nouns', () => {
  expect(OWNED.length).toBeGreaterThanOrEqual(15);
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
  const { filtered } = await openList(listAt(`/compute/${noun}`), 'domain_admin', things);
  await click(field());
  await choose(`${label}:`);
  await choose(shown);
  await vi.waitFor(() => expect(filtered()).toMatchObject({ [key]: `in:${value}` }), { timeout: 20_000 });
});
