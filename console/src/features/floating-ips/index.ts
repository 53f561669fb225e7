import RhUiLinkIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-link-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'floating-ips': typeof en;
  }
}

/** Addresses outside that lead to interfaces inside. */
export const floatingIps = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiLinkIcon }],
  view: () => import('./view.tsx'),
  // The right to change one, as S2 §2 prints it.
  over: { assign: { at: ['assign'], title: 'floating-ips:assign.action', call: api.floatingIps.update } },
});
