import RhUiMonitoringIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-monitoring-icon';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { defineRoute, type Feature } from '../../app/feature.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { ALL_SERVERS } from './queries.ts';
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
  menu: [{ path: PATH, label: 'overview', group: 'start', icon: RhUiMonitoringIcon, scope: 'project', side: 'self-service' }],
  routes: [
    defineRoute({
      path: PATH,
      title: 'monitoring:title',
      restriction: { subject: api.servers.list.subject },
      load: () => import('./page.tsx'),
      prefetch: ({ queryClient, scope }) => void queryClient.prefetchQuery(readOptions(scope, api.servers.list, { query: ALL_SERVERS })),
    }),
  ],
};
