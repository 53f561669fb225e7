import { isNodeFenceable, isNodeMaintainable, isNodeReturnable, isNodeUnfenceable } from '@gantry/contract/nouns/nodes/rules';
import { NODE_STATUSES, nodeStatusOf } from '@gantry/contract/nouns/nodes/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import NodeIcon from '@patternfly/react-icons/dist/esm/icons/container-node-icon';
import { Link } from '@tanstack/react-router';
import { api } from '../../app/api/calls.ts';
import { viewOf } from '../../app/view/view.tsx';
import { listFormat, numberFormat } from '../../ui/format.ts';
import { Cards } from '../../ui/show/cards.tsx';
import { formatSize } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import { shareOf } from '../../ui/show/share-of.ts';
import { NodeCharts } from './charts.tsx';
import { NodeServers } from './node-servers.tsx';
import './nodes.css';
import { section } from './section.ts';
import { useJoinButton } from './use-join-button.ts';
import { useRelease } from './use-release.ts';

/** The states that the list may be narrowed to; maintenance is no state of its own. */
const STATES = statusNames(NODE_STATUSES).filter((status) => status !== 'maintenance');

/** The compute nodes with what of them is taken: as a table, or as a map with the virtual machines on them. */
export const view = viewOf(section, {
  icon: NodeIcon,
  members: [
    {
      key: 'status',
      label: 'field.status',
      kind: 'status',
      statuses: NODE_STATUSES,
      sort: 'state',
      value: nodeStatusOf,
      filter: { key: 'state', usual: true, values: STATES.map((value) => ({ value, label: `status.${value}` as const })) },
    },
    { of: 'in_maintenance', label: 'status.maintenance', in: [], filter: { values: [{ value: 'true', label: 'yes' }] } },
    { of: 'fenced_reason', key: 'fenced', label: 'field.fenced', in: ['details'] },
    {
      key: 'vms',
      label: 'field.vms',
      kind: 'number',
      in: ['list'],
      sort: 'vms',
      value: ({ hypervisor }) => hypervisor.vms,
      render: ({ host, hypervisor }, { language }) => (
        <Link to="/compute/instances" search={{ host: `in:${host}` } as never}>
          {numberFormat(language).format(hypervisor.vms)}
        </Link>
      ),
    },
    {
      key: 'vcpus',
      label: 'field.vcpus',
      width: 'usage',
      in: ['list'],
      sort: 'vcpus_share',
      value: ({ statistics: { compute } }) => compute.vcpus - compute.vcpus_free,
      render: ({ statistics: { compute } }, { t, language }) => {
        const used = compute.vcpus - compute.vcpus_free;
        const number = (value: number): string => numberFormat(language).format(value);
        return <ShareBar share={shareOf(used, compute.vcpus)}>{t('of', { used: number(used), whole: number(compute.vcpus) })}</ShareBar>;
      },
    },
    {
      key: 'memory',
      label: 'field.memory',
      width: 'usage',
      in: ['list'],
      sort: 'vm_mem_share',
      value: ({ statistics: { compute } }) => compute.vm_mem_reserved,
      render: ({ statistics: { compute } }, { t, language }) => {
        const { vm_mem_reserved: used, vm_mem_capacity: whole } = compute;
        return (
          <ShareBar share={shareOf(used, whole)}>
            {t('of', { used: formatSize(used, language), whole: formatSize(whole, language) })}
          </ShareBar>
        );
      },
    },
    {
      of: 'roles',
      value: ({ roles }, { t, language }) =>
        listFormat(language, { type: 'conjunction' }).format(
          roles.map((role) => (role === 'controller' || role === 'compute' ? t(`role.${role}`) : role)),
        ),
    },
    { of: 'cpu_model', key: 'cpu', label: 'field.cpu' },
    // Leaves before the usage of the node where there is no room for both.
    { of: 'host_ip', key: 'address', label: 'field.address', kind: 'address', rank: 4 },
    { of: 'traits', key: 'placements', label: 'field.placements' },
    { of: 'services', in: ['details'] },
    { key: 'hypervisor', label: 'field.hypervisor', in: ['details'], value: ({ hypervisor }) => hypervisor.hypervisor_type },
    {
      of: 'custom_params',
      key: 'params',
      label: 'field.params',
      in: ['details'],
      value: ({ custom_params: params }) => Object.entries(params).map(([key, value]) => `${key}=${value}`),
    },
  ],
  actions: [
    {
      call: api.nodes.enterMaintenance,
      label: 'maintenance.enter',
      fits: ({ in_maintenance: already }) => !already,
      rule: isNodeMaintainable,
      confirm: ({ name, hypervisor }, { t }) => ({
        title: t('maintenance.title', { name }),
        body: t('maintenance.body', { count: hypervisor.vms }),
      }),
    },
    {
      call: api.nodes.leaveMaintenance,
      label: 'maintenance.leave',
      fits: ({ in_maintenance: already }) => already,
      rule: isNodeReturnable,
    },
    {
      call: api.nodes.fence,
      label: 'fence.action',
      fits: ({ fenced_reason: reason }) => reason === null,
      rule: isNodeFenceable,
      danger: true,
      dialog: () => import('./fence-dialog.tsx').then(({ FenceDialog }) => FenceDialog),
    },
    {
      call: api.nodes.unfence,
      label: 'unfence.action',
      fits: ({ fenced_reason: reason }) => reason !== null,
      rule: isNodeUnfenceable,
      confirm: ({ name }, { t }) => ({ title: t('unfence.title', { name }), body: t('unfence.body') }),
    },
  ],
  useActions: useRelease,
  buttons: ['nodes.enterMaintenance', 'nodes.leaveMaintenance', 'nodes.unfence'],
  useButton: useJoinButton,
  map: { kind: 'server', load: () => import('./map/node-map.tsx').then(({ NodeMap }) => NodeMap) },
  shape: { cards: 4 },
  body: (node, properties) => (
    <>
      <Cards>
        <NodeCharts node={node} />
        <NodeServers host={node.host} />
      </Cards>
      <div className="gantry-node-facts">{properties}</div>
    </>
  ),
});
