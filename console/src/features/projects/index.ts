import RhUiFoldersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-folders-fill-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    projects: typeof en;
  }
}

/** The projects of a domain, or of all: in domain mode and for administrators. */
export const projects = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['users', 'domains', 'monitoring'],
  menu: [{ path: section.path, label: 'list', icon: RhUiFoldersFillIcon, scopes: ['domain', 'system'] }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'quotas', 'members'],
  // Where they lead back to may follow (S2 §2).
  over: {
    edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call: api.projects.update },
    assign: { at: ['assign', 'assign/$returnRoute'], title: 'projects:member.assign', call: api.users.update },
    unassign: { at: ['unassign', 'unassign/$returnRoute'], title: 'projects:member.unassign', call: api.users.update },
    quotas: { at: ['set-quotas'], title: 'projects:action.quotas', call: api.quotas.update },
  },
});
