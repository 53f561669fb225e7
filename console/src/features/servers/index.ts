import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { loadTexts } from '../../app/i18n/languages.ts';
import { addressIn, detailsRoute, formRoute, listRoute } from '../../app/resource/routes.ts';
import { STEPS } from './create/steps.ts';
import { editRoutes } from './edit/routes.ts';
import { serverListSpec } from './list/list-spec.ts';
import { CREATE_STEP, DETAILS, LIST, OTHER_DETAILS, OTHER_SCREEN, SCREEN } from './paths.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    servers: typeof en;
  }
}

export const servers: Feature = {
  noun: 'servers',
  details: { server: addressIn(DETAILS) },
  peeks: { server: () => import('./list/peek-of.tsx') },
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  redirects: [
    { from: '/compute', to: LIST, inDomain: '/' },
    { from: OTHER_DETAILS, to: DETAILS },
    { from: OTHER_SCREEN, to: SCREEN },
  ],
  menu: [{ path: LIST, label: 'instances', icon: RhUiServerIcon }],
  companion: { restriction: { subject: api.traits.list.subject }, load: () => import('./companion.tsx') },
  routes: [
    listRoute('servers', { path: LIST, call: api.servers.list, spec: serverListSpec, load: () => import('./list/page.tsx') }),
    formRoute('servers:title.create', {
      path: CREATE_STEP,
      oneOf: { step: STEPS },
      parent: LIST,
      call: api.servers.create,
      load: () => import('./create/page.tsx'),
    }),
    detailsRoute('servers', {
      path: DETAILS,
      parent: LIST,
      call: api.servers.read,
      load: () => import('./details/page.tsx'),
    }),
    ...editRoutes,
    {
      path: SCREEN,
      title: ({ t, name }) => name ?? t('servers:screen.title' as 'product'),
      public: true,
      load: async () => {
        const texts = loadTexts('ui', 'resource', 'nouns');
        const { Page } = await import('./screen/page.tsx');
        await texts;
        return { Page };
      },
    },
  ],
};
