import RhUiRouteIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-route-icon';
import { api } from '../../app/api/calls.ts';
import { detailsRoute, formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { ADD_INTERFACE, addTo, EDIT, editIn, section, tabOf, TABS } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    routers: typeof en;
  }
}

const pages = () => import('./pages.tsx');
const item = api.routers.read;
const parent = section.details;

/** What leads from networks to others, and out. */
export const routers = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiRouteIcon }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    ...TABS.map((tab) =>
      detailsRoute('routers', {
        path: tabOf(tab),
        parent: section.path,
        call: item,
        load: () => pages().then(({ Details: Page }) => ({ Page })),
      }),
    ),
    ...[EDIT, editIn('interfaces')].map((path) =>
      formRoute('resource:edit.action', { path, parent, item, call: api.routers.update, load: () => import('./edit-page.tsx') }),
    ),
    ...[ADD_INTERFACE, addTo('interfaces')].map((path) =>
      formRoute('routers:interface.add', {
        path,
        parent,
        item,
        call: api.routers.addInterface,
        load: () => import('./interface-page.tsx'),
      }),
    ),
    ...([addTo('routes'), editIn('routes')] as const).map((path, index) =>
      formRoute(index === 0 ? 'routers:route.add' : 'routers:route.edit', {
        path,
        parent,
        item,
        call: api.routers.update,
        load: () => import('./route-page.tsx'),
      }),
    ),
  ],
});
