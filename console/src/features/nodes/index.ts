import ClusterIcon from '@patternfly/react-icons/dist/esm/icons/cluster-icon';
import NodeIcon from '@patternfly/react-icons/dist/esm/icons/container-node-icon';
import { api } from '../../app/api/calls.ts';
import { clusterOptions } from '../../app/compute/use-cluster.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { CLUSTER, DEPLOY, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    nodes: typeof en;
  }
}

/** The compute cluster and its nodes: for administrators of the system. */
export const nodes = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [
    { path: section.path, label: 'list', icon: NodeIcon },
    { path: CLUSTER, label: 'cluster', icon: ClusterIcon },
  ],
  redirects: [{ from: '/infrastructure', to: section.path }],
  view: () => import('./view.tsx'),
  routes: [
    formRoute('nodes:join.title', { path: section.add, parent: section.path, call: api.nodes.join, load: () => import('./join-page.tsx') }),
    {
      path: CLUSTER,
      title: 'nodes:cluster.title',
      restriction: { subject: api.nodes.list.subject },
      load: () => import('./cluster-page.tsx'),
      prefetch: ({ queryClient, scope }) => void queryClient.prefetchQuery(clusterOptions(scope)),
    },
    formRoute('nodes:deploy.title', {
      path: DEPLOY,
      parent: CLUSTER,
      call: api.computeCluster.deploy,
      load: () => import('./deploy-page.tsx'),
    }),
  ],
});
