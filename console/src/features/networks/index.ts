import RhUiNetworkFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-network-fill-icon';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { EDIT_ACCESS, EDIT_SUBNET, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    networks: typeof en;
  }
}

/** The networks that servers are attached to, with their subnets. */
export const networks = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiNetworkFillIcon }],
  view: () => import('./view.tsx'),
  form: () => import('./add-page.tsx'),
  routes: [
    formRoute('networks:access.action', {
      path: EDIT_ACCESS,
      parent: section.details,
      call: api.networks.update,
      item: api.networks.read,
      load: () => import('./access-page.tsx'),
    }),
    ...([4, 6] as const).map((version) =>
      formRoute(`networks:field.ipv${version}`, {
        path: EDIT_SUBNET[version],
        parent: section.details,
        call: api.networks.updateSubnet,
        item: api.networks.read,
        load: () => import('./edit-subnet-page.tsx'),
      }),
    ),
  ],
});
