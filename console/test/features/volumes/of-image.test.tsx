/** A volume of an image, by either way to make one: its storage policy is chosen, too. */
import { imageKind, type Image } from '@gantry/contract/nouns/images/entity';
import { expect, it, vi } from 'vitest';
import { Page as CreateOfImage } from '../../../src/features/images/create-volume-page.tsx';
import { Page as AddVolume } from '../../../src/features/volumes/add-page.tsx';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { all, click, find, type } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';

const image = {
  ...(sampleOf(imageKind.entity) as Image),
  id: 'i1',
  name: 'debian',
  status: 'active',
  min_disk: 3,
  project_id: 'project-1',
};
const policies = [
  { id: 'p1', name: 'default', is_default: true },
  { id: 'p2', name: 'fast', is_default: false },
];
const LISTS: Readonly<Record<string, readonly object[]>> = {
  '/api/v2/compute/images': [image],
  '/api/v2/compute/storage_policies': policies,
};
const answer = ({ method, path }: Asked) => {
  if (method === 'POST') return { status: 202, body: { task_id: 't', id: 'volume-1' } };
  if (path.endsWith('/images/i1')) return { body: image };
  return path.includes('/quotas/') ? { status: 404, body: {} } : { body: { data: LISTS[path] ?? [], count: 0 } };
};
const choose = async (name: string) => {
  await vi.waitFor(() => find('radio', name), { timeout: 10_000 });
  await click(find('radio', name));
};

it.each([
  ['by the page of the image', CreateOfImage, '/compute/images/i1/create-volume', '/compute/images/$imageId/create-volume'],
  ['by the form for a volume', AddVolume, '/compute/volumes/add', '/compute/volumes/add'],
] as const)('a volume of an image that is made %s gets the storage policy that is chosen', async (_, Page, address, path) => {
  const { asked } = await openPage(Page, answer, address, path);
  if (Page === AddVolume) {
    await type(find('textbox', 'Name'), 'data');
    await choose('Image');
    await choose('debian');
  }
  await choose('fast');
  await click(all('button', 'Create').at(-1)!);
  const sent = () => asked.find(({ method }) => method === 'POST');
  await vi.waitFor(() => expect(sent()?.body).toMatchObject({ image_id: 'i1', storage_policy_id: 'p2' }), { timeout: 10_000 });
});
