import RhUiMonitoringIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-monitoring-icon';
import { api } from '../../app/api/calls.ts';
import { statOptions } from '../../app/compute/use-stat.ts';
import { defineRoute, type Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    monitoring: typeof en;
  }
}

const PATH = '/monitoring';

/** The overview of a project: what it uses of its quotas, and how its servers are (S0 §2). */
export const monitoring: Feature = {
  noun: 'monitoring',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
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
