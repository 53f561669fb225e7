import RhUiStorageFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-storage-fill-icon';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { SNAPSHOT } from '../../parts/volumes/snapshot-paths.ts';
import { CLONE, IMAGE_ADD, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    volumes: typeof en;
  }
}

const dialogs = () => import('./over-volume.tsx');
const parent = section.details;
const item = section.calls.read;
/** With a way back as a part of the address, or as its query (S2 §2). */
const withReturn = (path: string) => [path, `${path}/$returnRoute`];

/** Disks of virtual machines that live on their own. */
export const volumes = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, covers: ['/compute/volume-snapshots'], label: 'list', icon: RhUiStorageFillIcon }],
  view: () => import('./view.tsx'),
  tabs: ['overview', 'snapshots'],
  form: () => import('./add-page.tsx'),
  routes: [
    ...withReturn(CLONE).map((path) =>
      formRoute('volumes:clone.action', {
        path,
        parent,
        item,
        call: api.volumes.clone,
        load: () => dialogs().then(({ Clone: Page }) => ({ Page })),
      }),
    ),
    ...withReturn(IMAGE_ADD).map((path) =>
      formRoute('volumes:to-image.action', {
        path,
        parent,
        item,
        call: api.volumes.uploadToImage,
        load: () => dialogs().then(({ ToImage: Page }) => ({ Page })),
      }),
    ),
    formRoute('resource:edit.action', {
      path: SNAPSHOT.edit,
      parent,
      item,
      call: api.volumeSnapshots.update,
      load: () => dialogs().then(({ EditSnapshot: Page }) => ({ Page })),
    }),
    formRoute('volumes:to-image.action', {
      path: SNAPSHOT.createImage,
      parent,
      item,
      call: api.volumeSnapshots.uploadToImage,
      load: () => dialogs().then(({ SnapshotToImage: Page }) => ({ Page })),
    }),
    formRoute('volumes:from.action', {
      path: SNAPSHOT.createVolume,
      parent,
      item,
      call: api.volumes.create,
      load: () => dialogs().then(({ SnapshotToVolume: Page }) => ({ Page })),
    }),
  ],
});
