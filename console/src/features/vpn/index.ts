import RhUiLockIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-lock-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section, STEPS } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    vpn: typeof en;
  }
}

/** VPN connections from networks of the cloud to sites elsewhere. */
export const vpn = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiLockIcon, capability: 'vpn_connection.create' }],
  view: () => import('./view.tsx'),
  form: () => import('./add-page.tsx'),
  steps: STEPS,
  over: { edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call: api.vpnConnections.update } },
});
