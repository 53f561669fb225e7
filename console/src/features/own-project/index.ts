import RhUiKeyIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-key-icon';
import RhUiUsersIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-icon';
import TachometerAltIcon from '@patternfly/react-icons/dist/esm/icons/tachometer-alt-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { pathOf, TABS } from './paths.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'own-project': typeof en;
  }
}

const ICONS = { members: RhUiUsersIcon, quotas: TachometerAltIcon, api: RhUiKeyIcon } as const;
/** Who works there is told to who leads it; what it may use, and how programs get in, to everybody in it. */
const SUBJECTS = {
  members: api.computeProjects.members.subject,
  quotas: api.quotas.read.subject,
  api: api.quotas.read.subject,
} as const;

/** The project that one works in, to look at: who is there, what it may use, and how programs get in. */
export const ownProject: Feature = {
  noun: 'own-project',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['users', 'projects', 'monitoring'],
  menu: TABS.map((tab) => ({ path: pathOf(tab), label: tab, icon: ICONS[tab], scopes: ['project'] as const })),
  redirects: [{ from: '/project', to: pathOf('quotas') }],
  routes: TABS.map((tab) => ({
    path: pathOf(tab),
    title: `own-project:menu.${tab}` as const,
    restriction: { subject: SUBJECTS[tab] },
    load: () => import('./page.tsx'),
  })),
};
