import RhUiMonitoringIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-monitoring-icon';
import { api } from '../../app/api/calls.ts';
import { statOptions } from '../../app/compute/use-stat.ts';
import { defineRoute, type Feature } from '../../app/feature.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    monitoring: OneLanguage<typeof languages>;
  }
}

const PATH = '/monitoring';

/** The overview of a project: what it uses of its quotas, and how its servers are (S0 §2). */
export const monitoring: Feature = {
  noun: 'monitoring',
  texts,
  menu: [
    { path: PATH, label: 'overview', icon: RhUiMonitoringIcon, scopes: ['project'], side: 'self-service' },
    {
      path: PATH,
      label: 'overview',
      icon: RhUiMonitoringIcon,
      scopes: ['system'],
      side: 'administration',
      mark: () => import('./mark.tsx'),
    },
  ],
  routes: [
    defineRoute({
      path: PATH,
      title: 'monitoring:title',
      restriction: { subject: api.servers.list.subject },
      load: () => import('./page.tsx'),
      prefetch: ({ queryClient, scope }) => void queryClient.prefetchQuery(statOptions(scope)),
    }),
  ],
};
