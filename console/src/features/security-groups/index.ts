import RhUiSecuredFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-secured-fill-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'security-groups': typeof en;
  }
}

/** What may reach interfaces, and what they may reach. */
export const securityGroups = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiSecuredFillIcon }],
  view: () => import('./view.tsx'),
  // Where it leads back to may follow (S2 §2).
  over: { edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call: api.securityGroups.update } },
});
