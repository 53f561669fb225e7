import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    users: typeof en;
  }
}

/** Both dialogs ask for the right to change a user (S2 §2, decision D10). */
const call = api.users.update;

/** Who signs in to a domain: of the own one in domain mode, of all of them in administration. */
export const users = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiUsersFillIcon, scopes: ['domain', 'system'] }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'projects'],
  over: {
    edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call },
    assign: { at: ['assign', 'assign/$returnRoute'], title: 'users:action.assign', call },
  },
});
