import RhUiRouteIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-route-icon';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { addTo, editIn, section, TABS } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    routers: typeof en;
  }
}

/** The dialogs over the page of one that add a static route, and change one (S2 §2). */
const routeDialog = (path: string, title: 'routers:route.add' | 'routers:route.edit') =>
  formRoute(title, {
    path,
    parent: section.details,
    item: api.routers.read,
    call: api.routers.update,
    load: () => import('./route-page.tsx'),
  });

/** What leads from networks to others, and out. */
export const routers = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiRouteIcon }],
  view: () => import('./view.tsx'),
  tabPages: TABS,
  over: {
    edit: { at: ['edit', 'interfaces/$itemId/edit'], title: 'resource:edit.action', call: api.routers.update },
    connect: {
      at: ['interfaces/add', `${section.path}/addInterface/$routerId`],
      title: 'routers:interface.add',
      call: api.routers.addInterface,
    },
  },
  routes: [routeDialog(addTo('routes'), 'routers:route.add'), routeDialog(editIn('routes'), 'routers:route.edit')],
});
