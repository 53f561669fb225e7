/** Afterwards one is at the new thing, or where the address says; what has no known id is marked in its list. */
import { imageKind, type Image } from '@gantry/contract/nouns/images/entity';
import { volumeKind, type Volume } from '@gantry/contract/nouns/volumes/entity';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { marksOf } from '../../src/app/router/made-marks.ts';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { encodeReturnRoute } from '../../src/app/router/return-route.ts';
import { features } from '../../src/features/index.ts';
import { Page as VolumeOfImage } from '../../src/features/images/create-volume-page.tsx';
import { namesOf } from '../../src/features/servers/create/draft.ts';
import { Clone, ToImage } from '../../src/features/volumes/over-volume.tsx';
import { view as volumesView } from '../../src/features/volumes/view.tsx';
import { TakeSnapshotDialog } from '../../src/parts/volumes/take-snapshot.tsx';
import { openPage, type Asked } from '../support/console-page.tsx';
import { acting, all, click, find, type } from '../support/render.tsx';
import { sampleOf } from '../support/sample.ts';

const volume = { ...(sampleOf(volumeKind.entity) as Volume), id: 'v1', name: 'data', status: 'available', size: 3, attachments: [] };
const image = {
  ...(sampleOf(imageKind.entity) as Image),
  id: 'i1',
  name: 'debian',
  status: 'active',
  min_disk: 3,
  project_id: 'project-1',
};
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const answer = ({ method, path }: Asked) => {
  if (method === 'POST') return { status: 202, body: { task_id: 't', id: path.includes('upload') ? 'v1' : 'new-1' } };
  if (path.endsWith('/volumes/v1')) return { body: volume };
  if (path.endsWith('/images/i1')) return { body: image };
  return path.includes('/quotas/') ? { status: 404, body: {} } : { body: { data: [], count: 0 } };
};
const open = (Page: () => ReactNode, address: string, path: string) => {
  const Known = () => (
    <FeaturesContext value={features}>
      <Page />
    </FeaturesContext>
  );
  return openPage(Known, answer, address, path);
};
const send = async (label: string) => {
  await eventually(() => find('dialog'));
  await click(all('button', label).at(-1)!);
};

it.each([
  ['a clone', Clone, '/compute/volumes/v1/clone', '/compute/volumes/$volumeId/clone', 'Clone'],
  ['a volume of an image', VolumeOfImage, '/compute/images/i1/create-volume', '/compute/images/$imageId/create-volume', 'Create volume'],
])(
  'the dialog at an address of its own that makes %s leads to its page, which takes its place in the history',
  async (_, Page, at, path, label) => {
    const { router } = await open(Page, at, path);
    await send(label);
    await eventually(() => expect(router.state.location.pathname).toBe('/compute/volumes/new-1'));
    expect([router.state.location.state.made, router.history.length]).toEqual([true, 1]);
  },
);

it('a dialog that makes something leads to where its address says, with the id of what was made', async () => {
  const back = encodeReturnRoute({ name: '/compute/images', params: {}, query: {} });
  const { router } = await open(Clone, `/compute/volumes/v1/clone/${back}`, '/compute/volumes/$volumeId/clone/$returnRoute');
  await send('Clone');
  await eventually(() => expect(router.state.location.href).toBe('/compute/images?created=new-1'));
});

it('a dialog over a page leads to what it has made, and Back to that page', async () => {
  const onClose = vi.fn();
  const Page = () => (
    <TakeSnapshotDialog item={{ id: 'v1', name: 'data', size: 3, project_id: 'project-1' }} obstacle={undefined} onClose={onClose} />
  );
  const { router } = await open(Page, '/page', '/page');
  await type(find('textbox', 'Name'), 'moment');
  await send('Take snapshot');
  await eventually(() => expect(router.state.location.pathname).toBe('/compute/volume-snapshots/new-1'));
  expect(onClose).toHaveBeenCalledTimes(1);
  await acting(() => router.history.back());
  await eventually(() => expect(router.state.location.pathname).toBe('/page'));
});

it('an image of a volume, whose id the answer does not tell, is looked for by its name in the list of images, which takes its place in the history', async () => {
  const { router } = await open(ToImage, '/compute/volumes/v1/image-add', '/compute/volumes/$volumeId/image-add');
  await eventually(() => find('textbox', 'Image name'));
  await type(find('textbox', 'Image name'), 'of data');
  await send('Create image');
  await eventually(() => expect(router.state.location.pathname).toBe('/compute/images'));
  expect([router.state.location.state.marked?.words, router.history.length]).toEqual([['of data'], 1]);
});

it('a list marks what was made a moment ago, by its id or its name, and not what was called so before', async () => {
  const now = new Date().toISOString();
  const old = '2026-01-01T00:00:00Z';
  const rows = [
    { ...volume, id: 'older', name: 'golden', created_at: old },
    { ...volume, id: 'newer', name: 'golden', created_at: now },
    { ...volume, id: 'known', name: 'known', created_at: old },
    { ...volume, id: 'other', name: 'other', created_at: now },
  ];
  const { router } = await openPage(volumesView.List, () => ({ body: { data: rows, count: 4 } }));
  const marked = () => [...document.querySelectorAll<HTMLElement>('tr[data-marked]')].map(({ dataset }) => dataset['id']);
  await eventually(() => expect(document.querySelectorAll('tr[data-id]').length).toBe(4));
  expect(marked()).toEqual([]);
  await acting(() => router.navigate({ to: '/page', state: { marked: marksOf(['golden', 'known'])! } }));
  await eventually(() => expect(marked()).toEqual(['newer', 'known']));
});

it('several virtual machines of one form are looked for by their numbered names, and one by its own', () => {
  expect([namesOf({ name: 'web', count: 3 }), namesOf({ name: 'web' })]).toEqual([['web-1', 'web-2', 'web-3'], ['web']]);
});
