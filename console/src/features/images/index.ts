import CompactDiscIcon from '@patternfly/react-icons/dist/esm/icons/compact-disc-icon';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { CREATE_VOLUME, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    images: typeof en;
  }
}

/** What servers and volumes are made of. */
export const images = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: CompactDiscIcon }],
  view: () => import('./view.tsx'),
  form: () => import('./add-page.tsx'),
  // With a way back as a part of the address, or as its query (S2 §2).
  routes: [CREATE_VOLUME, `${CREATE_VOLUME}/$returnRoute`].map((path) =>
    formRoute('images:volume.action', {
      path,
      parent: section.details,
      call: api.volumes.create,
      item: api.images.read,
      load: () => import('./create-volume-page.tsx'),
    }),
  ),
});
