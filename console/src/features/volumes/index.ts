import RhUiStorageFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-storage-fill-icon';
import { detailsRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { section, TAB } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    volumes: typeof en;
  }
}

const pages = () => import('./pages.tsx');

/** Disks of virtual machines that live on their own. */
export const volumes = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', group: 'storage', icon: RhUiStorageFillIcon }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('volumes', {
      path: TAB,
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
  ],
});
