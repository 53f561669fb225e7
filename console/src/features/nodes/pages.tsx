import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { isComputeConfigured } from '@gantry/contract/nouns/compute-cluster/statuses';
import NodeIcon from '@patternfly/react-icons/dist/esm/icons/container-node-icon';
import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { closePeek } from '../../app/list/peek.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../app/resource/details-page.tsx';
import { headLine } from '../../app/resource/head-line.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import { PeekOf } from '../../app/resource/peek-of.tsx';
import { propertiesOf } from '../../ui/list/properties.tsx';
import { Cards } from '../../ui/show/cards.tsx';
import { Details as Properties } from '../../ui/show/details.tsx';
import './nodes.css';
import { NodeCharts } from './charts.tsx';
import { NodeServers } from './node-servers.tsx';
import { ADD, DEPLOY, LIST, spec } from './paths.ts';
import { useNodeActions } from './use-actions.ts';
import { NodeStatus, useColumns, useFilters, useNameColumn } from './use-columns.tsx';

/** Loaded where the list is looked at as a map. */
const NodeMap = lazy(async () => ({ default: (await import('./map/node-map.tsx')).NodeMap }));

/** What leads on from the list: to the form that lets nodes join, or where there is no cluster yet, to the one that installs it. */
function useWayOn(): { label: string; to: string } | false {
  const { t } = useTranslation('nodes');
  const may = useMay();
  const { data: cluster } = useCluster();
  if (cluster?.status === 'absent') return may(api.computeCluster.deploy) && { label: t('deploy.title'), to: DEPLOY };
  return may(api.nodes.join) && cluster !== undefined && isComputeConfigured(cluster) && { label: t('join.title'), to: ADD };
}

/** The compute nodes with what of them is taken: as a table, or as a map with the virtual machines on them. */
export function List() {
  const list = useListPage<ComputeNode>(api.nodes.list, spec);
  const name = useNameColumn();
  const columns = useColumns();
  const filters = useFilters();
  const actions = useNodeActions(list.items, list.selection.clear);
  const { view, peek } = list.state;
  const { onPeek, page } = list;
  const map = view === 'map' && {
    drawn: (
      <Suspense>
        <NodeMap nodes={page?.data} name={name} columns={columns} peeked={peek} onPeek={onPeek} />
      </Suspense>
    ),
    beside: peek !== undefined && <PeekOf key={peek} kind="server" id={peek} onClose={() => closePeek(onPeek)} />,
  };
  const shown = useMemo(() => [name, ...columns.filter(({ on }) => on !== 'details')], [name, columns]);
  return (
    <ResourceListPage
      noun="nodes"
      icon={NodeIcon}
      list={list}
      columns={shown}
      facts={[name, ...columns]}
      filters={filters}
      nameOf={({ name: host }) => host}
      actions={actions}
      create={useWayOn()}
      {...(map && { map })}
    />
  );
}

/** One node: what it has, what is taken of it, and the servers on it. */
export const Details = () => (
  <ResourceDetailsPage<ComputeNode> noun="nodes" icon={NodeIcon} call={api.nodes.read} list={LIST} shape={{ cards: 4 }}>
    {(node) => <OneNode node={node} />}
  </ResourceDetailsPage>
);

const BUTTONS = ['nodes.enterMaintenance', 'nodes.leaveMaintenance', 'nodes.unfence'];

function OneNode({ node }: { node: ComputeNode }) {
  const actions = useNodeActions([node]);
  const columns = useColumns();
  return (
    <ResourceDetails item={node} actions={actions} buttons={BUTTONS} status={<NodeStatus node={node} />} line={headLine(columns, node)}>
      <Cards>
        <NodeCharts node={node} />
        <NodeServers host={node.host} />
      </Cards>
      <Card isCompact className="gantry-node-facts">
        <CardBody>
          <Properties properties={propertiesOf(columns, node)} />
        </CardBody>
      </Card>
    </ResourceDetails>
  );
}
