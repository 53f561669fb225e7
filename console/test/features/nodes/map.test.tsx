import type { NodeServers } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { describe, expect, it, vi } from 'vitest';
import { stateOf } from '../../../src/features/nodes/map/state-of.ts';
import { placesOf } from '../../../src/features/nodes/map/treemap.ts';
import { view } from '../../../src/features/nodes/view.tsx';
import { servers as serversFeature } from '../../../src/features/servers/index.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { all, click, find, pageText } from '../../support/render.tsx';
import { aNode } from './node.ts';

const small = aNode('small', 64);
const large = aNode('large', 128);
const on = (host: string, count: number, servers: NodeServers['servers']): NodeServers => ({ host, count, servers });
const machine = (id: string, gib: number, status = 'ACTIVE', task_state: string | null = null) => ({
  id,
  name: id,
  status,
  task_state,
  vcpus: 2,
  ram: 1024 * gib,
});

const NODES: readonly ComputeNode[] = [large, small];
const ON = [on('large', 5, [machine('db', 32), machine('web', 16, 'SHUTOFF'), machine('bad', 8, 'ERROR')]), on('small', 0, [])];

const answer = ({ path }: Asked) => {
  if (path.endsWith('/cluster/servers')) return { body: { data: ON } };
  if (path.startsWith('/api/v2/compute/servers/')) return { body: aServer({ id: 'web', name: 'web' }) };
  if (path === '/api/v2/tasks') return { body: { data: [], count: 0 } };
  return { body: path === '/api/v2/compute/cluster' ? { status: 'active' } : { data: NODES, count: NODES.length } };
};

/** What arrives in chunks of their own. */
const seen = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const openMap = async (address = '/page?view=map') => {
  const opened = await openPage(
    () => (
      <FeaturesContext value={[serversFeature]}>
        <view.List />
      </FeaturesContext>
    ),
    answer,
    address,
  );
  await seen(() => expect(blocks()).not.toEqual([]));
  return opened;
};

const blocks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('button.gantry-node-block')];
const areaOf = ({ style }: HTMLElement): number => parseFloat(style.inlineSize) * parseFloat(style.blockSize);

describe('the map of compute nodes', () => {
  it('the map of nodes draws all nodes with one request, each virtual machine by its memory and with its state in words', async () => {
    const { asked } = await openMap();
    expect(asked.filter(({ path }) => path.endsWith('/cluster/servers')).map(({ query }) => query.get('host'))).toEqual(['in:large,small']);
    expect(blocks().map((block) => block.getAttribute('aria-label'))).toEqual([
      'db: Running, 32 GiB, 2 vCPU',
      'web: Stopped, 16 GiB, 2 vCPU',
      'bad: Errored, 8 GiB, 2 vCPU',
    ]);
    const [db, web, bad] = blocks().map(areaOf);
    expect([db! / web!, web! / bad!].map(Math.round)).toEqual([2, 2]);
    expect(find('link', '2 smaller ones are not shown').getAttribute('href')).toContain('in%3Alarge');
    expect(pageText()).toContain('There are no virtual machines on this node.');
    expect(all('row')).toEqual([]);
  });

  it('the map of nodes shows a clicked virtual machine beside it, keeps that in the address, and closes it again', async () => {
    const { asked, router } = await openMap();
    await click(blocks()[1]!);
    await seen(() => expect(document.querySelector('aside')).not.toBeNull());
    expect(router.state.location.search).toMatchObject({ view: 'map', peek: 'web' });
    expect(asked.filter(({ path }) => path.startsWith('/api/v2/compute/servers/')).map(({ path }) => path)).toEqual([
      '/api/v2/compute/servers/web',
    ]);
    expect(asked.some(({ path, query }) => path === '/api/v2/compute/nodes' && query.has('id'))).toBe(false);
    const pane = document.querySelector('aside')!;
    expect(pane.textContent).toContain('10.0.0.2');
    expect(blocks()[1]!.getAttribute('aria-pressed')).toBe('true');
    await click(find('button', 'Close'));
    expect(router.state.location.search).toEqual({ view: 'map' });
  });

  it('the map of nodes is one stop of the Tab key for each node, within which arrow keys lead', async () => {
    await openMap();
    const press = (key: string) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(blocks().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    blocks()[0]!.focus();
    for (const [key, name] of [
      ['ArrowRight', 'web'],
      ['End', 'bad'],
      ['ArrowDown', 'bad'],
      ['ArrowLeft', 'web'],
      ['Home', 'db'],
    ] as const) {
      press(key);
      expect(document.activeElement!.textContent).toBe(name);
    }
  });

  it('the map of nodes changes to the table and back, and closes what stood beside it', async () => {
    const { router } = await openMap('/page?view=map&peek=web');
    await click(find('button', 'List'));
    expect(router.state.location.search).toEqual({});
    expect(all('row').length).toBe(3);
    await click(find('button', 'Map'));
    expect(router.state.location.search).toEqual({ view: 'map' });
  });
});

it('a virtual machine with a task is in progress, and an unknown status stands under the last word', () => {
  expect(
    [
      { status: 'ACTIVE', task_state: null },
      { status: 'ACTIVE', task_state: 'rebooting' },
      { status: 'NEW_ONE', task_state: null },
    ].map(stateOf),
  ).toEqual(['running', 'in-progress', 'other']);
});

it('a treemap fills its room without overlaps, each size by its part, and none as a sliver', () => {
  const sizes = [32, 16, 16, 8, 8, 4, 4, 4, 2, 1, 1];
  const sum = sizes.reduce((all, size) => all + size, 0);
  const places = placesOf(sizes, 2);
  places.forEach(({ width, height }, index) => {
    expect(width * height).toBeCloseTo(sizes[index]! / sum, 9);
    expect(Math.max((2 * width) / height, height / (2 * width))).toBeLessThan(3);
  });
  for (const [index, one] of places.entries()) {
    expect(Math.min(one.start, one.top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(one.start + one.width, one.top + one.height)).toBeLessThanOrEqual(1 + 1e-9);
    for (const other of places.slice(index + 1)) {
      const wide = Math.min(one.start + one.width, other.start + other.width) - Math.max(one.start, other.start);
      const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
      expect(Math.min(wide, high)).toBeLessThan(1e-9);
    }
  }
});
