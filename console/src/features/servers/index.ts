import VirtualMachineIcon from '@patternfly/react-icons/dist/esm/icons/virtual-machine-icon';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { defineRoute, type Feature, type PrefetchContext } from '../../app/feature.ts';
import { listSearch, prefetchList } from '../../app/list/use-list-page.ts';
import { serverListSpec } from './list/list-spec.ts';
import { CREATE, DETAILS, LIST, RENAME } from './paths.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    servers: typeof en;
  }
}

const prefetchServer = ({ queryClient, scope, params }: PrefetchContext): void => {
  void queryClient.prefetchQuery(readOptions(scope, api.servers.read, { params: { serverId: params['serverId'] ?? '' } }));
};

export const servers: Feature = {
  noun: 'servers',
  details: { server: (id) => `${LIST}/${encodeURIComponent(id)}` },
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  redirects: [{ from: '/compute', to: LIST }],
  menu: [{ path: LIST, label: 'instances', icon: VirtualMachineIcon }],
  routes: [
    defineRoute({
      path: LIST,
      title: 'servers:title.list',
      restriction: { subject: 'compute_servers' },
      load: () => import('./list/page.tsx'),
      validateSearch: listSearch(serverListSpec),
      prefetch: prefetchList(api.servers.list, serverListSpec),
    }),
    defineRoute({
      path: CREATE,
      title: 'servers:title.create',
      parent: LIST,
      restriction: { subject: 'compute_servers', action: 'create' },
      load: () => import('./create/page.tsx'),
    }),
    defineRoute({
      path: DETAILS,
      title: ({ name, t }) => name ?? t('servers:title.details' as 'product'),
      parent: LIST,
      restriction: { subject: 'compute_server' },
      load: () => import('./details/page.tsx'),
      validateSearch: (raw) => ({ ...(typeof raw['tab'] === 'string' && { tab: raw['tab'] }) }),
      prefetch: prefetchServer,
    }),
    defineRoute({
      path: RENAME,
      title: 'servers:title.rename',
      parent: DETAILS,
      restriction: { subject: 'compute_server', action: 'update' },
      load: () => import('./edit/rename-page.tsx'),
      prefetch: prefetchServer,
    }),
  ],
};
