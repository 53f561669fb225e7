import RhUiLocationFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-location-fill-icon';
import { TRAIT_TARGETS } from '@gantry/contract/nouns/traits/targets';
import { api } from '../../app/api/calls.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { detailsRoute, formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { ASSIGN, EDIT, section, TAB } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    traits: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');
const over = { parent: section.details, item: section.calls.read };

/** Placements: groups of nodes that servers are bound to. */
export const traits = sectionFeature(section, {
  texts,
  menu: [{ path: section.path, label: 'list', icon: RhUiLocationFillIcon }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('traits', {
      path: TAB,
      oneOf: { detailsTab: TRAIT_TARGETS },
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
    ...[EDIT, `${EDIT}/$returnRoute`].map((path) =>
      formRoute('resource:edit.action', {
        ...over,
        path,
        call: api.traits.update,
        load: () => import('./over-pages.tsx').then(({ Edit: Page }) => ({ Page })),
      }),
    ),
    formRoute('traits:assign.action', {
      ...over,
      path: ASSIGN,
      oneOf: { target: TRAIT_TARGETS },
      call: api.traits.addMembers,
      load: () => import('./over-pages.tsx').then(({ Assign: Page }) => ({ Page })),
    }),
  ],
});
