/** The snapshots of all volumes, and of one: the same is known of each, and one way leads to them. */
import { volumeSnapshotKind, type VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { volumeKind, type Volume } from '@gantry/contract/nouns/volumes/entity';
import { expect, it, vi } from 'vitest';
import { view as snapshotsView } from '../../../src/features/volume-snapshots/view.tsx';
import { Snapshots } from '../../../src/features/volumes/snapshots.tsx';
import { view as volumesView } from '../../../src/features/volumes/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, settle } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';

const volume = { ...(sampleOf(volumeKind.entity) as Volume), id: 'v1', name: 'data', status: 'available' };
const snapshot = {
  ...(sampleOf(volumeSnapshotKind.entity) as VolumeSnapshot),
  id: 's1',
  name: 'nightly',
  status: 'available',
  volume_id: 'v1',
};
const headings = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent ?? '').filter((text) => text !== '');

it.each([
  ['volumes', volumesView.List, volume],
  ['snapshots', snapshotsView.List, snapshot],
])('the list of %s has a tab beside it for the other of the two, with an address of its own', async (_, List, one) => {
  await openPage(List, () => ({ body: { data: [one], count: 1 } }));
  const tabs = [...document.querySelectorAll('.gantry-list-tabs a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(tabs).toEqual([
    ['Volumes', '/compute/volumes'],
    ['Snapshots', '/compute/volume-snapshots'],
  ]);
});

it('the list of all snapshots says and does what the snapshots of one volume do, beside what needs the volume', async () => {
  const answer = () => ({ body: { data: [snapshot], count: 1 } });
  const inMenu = async () => {
    await click(find('button', 'Actions for nightly'));
    await settle();
    return all('menuitem').map((item) => item.querySelector('.pf-v6-c-menu__item-text')?.textContent);
  };
  await openPage(snapshotsView.List, answer);
  const [ofAll, doneToAll] = [headings(), await inMenu()];
  document.body.replaceChildren();
  await openPage(() => <Snapshots volume={volume} />, answer);
  await vi.waitFor(() => find('button', 'Actions for nightly'), { timeout: 10_000 });
  const [ofOne, doneToOne] = [headings(), await inMenu()];
  expect(ofAll).toEqual(expect.arrayContaining(ofOne.filter((text) => text !== 'Actions')));
  expect(doneToOne.filter((text) => !doneToAll.includes(text))).toEqual(['Revert volume']);
});
