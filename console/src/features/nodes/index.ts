import ClusterIcon from '@patternfly/react-icons/dist/esm/icons/cluster-icon';
import NodeIcon from '@patternfly/react-icons/dist/esm/icons/container-node-icon';
import { api } from '../../app/api/calls.ts';
import { clusterOptions } from '../../app/compute/use-cluster.ts';
import type { Feature } from '../../app/feature.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { addressIn, detailsRoute, formRoute, listRoute } from '../../app/resource/routes.ts';
import { ADD, CLUSTER, DEPLOY, DETAILS, LIST, spec } from './paths.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    nodes: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');

/** The compute cluster and its nodes: for administrators of the system. */
export const nodes: Feature = {
  noun: 'nodes',
  texts,
  details: { node: addressIn(DETAILS) },
  menu: [
    { path: LIST, label: 'list', icon: NodeIcon },
    { path: CLUSTER, label: 'cluster', icon: ClusterIcon },
  ],
  redirects: [{ from: '/infrastructure', to: LIST }],
  routes: [
    listRoute('nodes', { path: LIST, call: api.nodes.list, spec, load: () => pages().then(({ List: Page }) => ({ Page })) }),
    formRoute('nodes:join.title', { path: ADD, parent: LIST, call: api.nodes.join, load: () => import('./join-page.tsx') }),
    detailsRoute('nodes', {
      path: DETAILS,
      parent: LIST,
      call: api.nodes.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
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
};
