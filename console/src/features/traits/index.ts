import RhUiLocationFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-location-fill-icon';
import { TRAIT_TARGETS } from '@gantry/contract/nouns/traits/targets';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { ASSIGN, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    traits: typeof en;
  }
}

/** Placements: groups of nodes that servers are bound to. */
export const traits = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiLocationFillIcon }],
  view: () => import('./view.tsx'),
  tabs: TRAIT_TARGETS,
  over: { edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call: api.traits.update } },
  routes: [
    formRoute('traits:assign.action', {
      path: ASSIGN,
      oneOf: { target: TRAIT_TARGETS },
      parent: section.details,
      item: section.calls.read,
      call: api.traits.addMembers,
      load: () => import('./assign-page.tsx'),
    }),
  ],
});
