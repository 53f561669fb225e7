import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { expect, it, vi } from 'vitest';
import { Page as ClusterPage } from '../../../src/features/nodes/cluster-page.tsx';
import { Page as JoinPage } from '../../../src/features/nodes/join-page.tsx';
import { view } from '../../../src/features/nodes/view.tsx';
import { Page as TaskPage } from '../../../src/features/tasks/details-page.tsx';
import { aTask, openPage, type Asked } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const { Details, List } = view;
const GIB = 1024 ** 3;
const node: ComputeNode = {
  id: 'node-7',
  name: 'node-7',
  host: 'node-7',
  host_ip: '172.16.0.17',
  cpu_model: 'EPYC 9354',
  state: 'healthy',
  in_maintenance: false,
  fenced_reason: null,
  traits: ['CUSTOM_SSD'],
  services: ['compute'],
  roles: ['compute', 'controller'],
  custom_params: {},
  hypervisor: { status: 'enabled', vms: 0, hypervisor_type: 'QEMU' },
  statistics: {
    physical: { cpu_cores: 34, cpu_usage: 12.5, mem_total: 136 * GIB, mem_free: 100 * GIB, swap_total: 0, swap_free: 0 },
    reserved: { vcpus: 2, memory: 8 * GIB, cpus: 2 },
    compute: {
      vcpus: 32,
      vcpus_free: 24,
      cpu_usage: 5,
      vm_mem_capacity: 128 * GIB,
      vm_mem_reserved: 32 * GIB,
      vm_mem_usage: 20 * GIB,
      vm_mem_free: 96 * GIB,
      disk_capacity: 100 * GIB,
      disk_free: 50 * GIB,
    },
  },
  revision: 3,
};
const cluster = {
  id: 'compute',
  status: 'active',
  task_id: null,
  capabilities: { os_distributions: [{ id: 'debian13', title: 'Debian 13' }], k8saas_versions: [], k8saas_capabilities: [] },
  features: ['high_availability'],
  options: { endpoint_hostname: 'compute.example.com' },
  available_nodes: [{ id: 'node-9', host_ip: '172.16.0.19', cpu_cores: 34, mem_total: 136 * GIB, disk: 100 * GIB }],
  revision: 1,
};
const answering =
  (nodes: readonly ComputeNode[], shown: object = cluster) =>
  ({ path }: Asked) => ({ body: path === '/api/v2/compute/cluster' ? shown : { data: nodes, count: nodes.length } });

it('each status of a compute node has a label of its own [computenode.statuses]', async () => {
  const labels = {
    disabled: 'Disabled',
    maintenance: 'In maintenance',
    releasing: 'Releasing',
    joining: 'Joining',
    healthy: 'Healthy',
    critical: 'Critical',
    offline: 'Offline',
    warning: 'Warning',
    reconfiguring: 'Reconfiguring',
    recovering: 'Recovering',
    'recovery failed': 'Recovery failed',
  };
  const nodes = Object.keys(labels).map((state) => ({ ...node, id: state, name: state, state }));
  await openPage(List, answering(nodes));
  const rows = all('row').map((row) => row.textContent ?? '');
  for (const [state, label] of Object.entries(labels))
    expect(
      rows.filter((row) => row.includes(state) && row.includes(label)),
      state,
    ).not.toEqual([]);
});

it('each status of the compute cluster has a label of its own [computecluster.statuses]', async () => {
  const labels = {
    active: 'Active',
    critical: 'Critical',
    warning: 'Warning',
    reconfiguring: 'Reconfiguring',
    deploying: 'Deploying',
    destroying: 'Removing',
    error: 'Error',
  };
  for (const [status, label] of Object.entries(labels)) {
    await openPage(ClusterPage, answering([], { ...cluster, status }));
    expect([...document.querySelectorAll('main:last-of-type .gantry-status')].map(({ textContent }) => textContent)).toContain(label);
  }
  await openPage(ClusterPage, answering([], { ...cluster, status: 'absent' }));
  expect(pageText()).toContain('No compute cluster');
  expect(find('button', 'Deploy compute cluster')).toBeTruthy();
});

it('the page of a node shows what the node has in all, keeps for itself, has promised, and uses', async () => {
  await openPage(
    Details,
    ({ path }) => ({ body: path.endsWith('/servers') ? { data: [], count: 0 } : node }),
    '/compute/nodes/node-7',
    '/compute/nodes/$nodeId',
  );
  for (const text of [
    '12.5% of 34 cores',
    '8 of 32 vCPU',
    '36 GiB of 136 GiB',
    '8 GiB',
    '32 GiB of 128 GiB',
    '20 GiB',
    'EPYC 9354',
    'CUSTOM_SSD',
  ])
    expect(pageText()).toContain(text);
  // What the cards show is no property beside them.
  expect(pageText().split('8 of 32').length - 1).toBe(1);
  expect(pageText().split('32 GiB of 128 GiB').length - 1).toBe(1);
});

it('the form that lets machines join offers both roles, sends the chosen ones and leads to the list that marks the machines [const.node-roles]', async () => {
  const { asked, router } = await openPage(JoinPage, ({ method }) =>
    method === 'PUT' ? { status: 202, body: { task_id: 't', id: 'node-9' } } : { body: cluster },
  );
  for (const role of ['Controller', 'Compute']) expect(all('checkbox', role)).toHaveLength(1);
  await click(find('checkbox', 'node-9'));
  await click(find('checkbox', 'Controller'));
  await click(find('button', 'Join'));
  await settle(50);
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/v2/compute/nodes',
    body: [{ node_id: 'node-9', roles: ['compute', 'controller'] }],
  });
  const { pathname, state } = router.state.location;
  expect([pathname, state.marked?.words]).toEqual(['/compute/nodes', ['node-9']]);
});

it('a node that is released shows so before the server answers, and is up again where that fails [computenode.release-optimistic, computenode.release-failure]', async () => {
  let answer: (given: { status: number; body: object }) => void = () => undefined;
  const { queryClient } = await openPage(List, (asked) =>
    asked.method === 'DELETE' ? new Promise((resolve) => (answer = resolve)) : answering([node])(asked),
  );
  await click(find('button', 'Actions for node-7'));
  await click(find('menuitem', 'Release'));
  await click(all('button', 'Release').at(-1)!);
  await vi.waitFor(() => expect(all('row').at(-1)!.textContent).toContain('Releasing'));
  answer({ status: 409, body: { error: { err_code: 'state_conflict', message: 'no', data: {} } } });
  const states = () =>
    queryClient
      .getQueriesData<{ data: ComputeNode[] }>({ predicate: ({ meta }) => meta?.kind === 'node' })
      .flatMap(([, page]) => page?.data.map(({ state }) => state) ?? []);
  await vi.waitFor(() => expect(states()).toEqual(['up']));
});

it('a node with virtual machines is not released, and its menu says how many run on it', async () => {
  await openPage(List, answering([{ ...node, hypervisor: { ...node.hypervisor, vms: 2 } }]));
  await click(find('button', 'Actions for node-7'));
  const release = find('menuitem', 'Release');
  expect(release.getAttribute('aria-disabled')).toBe('true');
  expect(release.closest('li')?.textContent).toContain('2 virtual machines run on the node. Put the node into maintenance to move them.');
});

it('a compute cluster that is being deployed is not edited, and its button says which status is needed', async () => {
  await openPage(ClusterPage, answering([], { ...cluster, status: 'deploying' }));
  const reason = 'Not possible while the status of the compute cluster is Deploying. Required: Active.';
  const edit = find('button', 'Edit');
  expect(edit.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(edit.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
});

it('tasks of the compute cluster that fail have a title each, with what the platform said [err.task-titles-compute]', async () => {
  const titles = {
    'compute_cluster.deploy': 'Deploy compute cluster',
    'compute_cluster.destroy': 'Remove compute cluster',
    'node.join': 'Join compute nodes',
    'node.release': 'Release compute node',
    'network.create': 'Create network',
    'network.delete': 'Delete network',
  };
  for (const [name, title] of Object.entries(titles)) {
    const error = { code: 'engine_refused', message: 'x', params: {}, reason: null, detail: `refused ${name}`, request_id: 'r' } as const;
    const task = aTask({ id: `of ${name}`, name, state: 'failed', error });
    await openPage(TaskPage, () => ({ body: task }), `/tasks/${name}`, '/tasks/$taskId');
    expect(pageText()).toContain(title);
    expect(pageText()).toContain(`refused ${name}`);
  }
});

it('nodes are ordered by the part of vCPUs and memory that is reserved, as the bars draw it', async () => {
  const { asked } = await openPage(List, answering([node]));
  const bar = (label: string) =>
    document.querySelector<HTMLElement>(`td[data-label="${label}"] .gantry-share`)?.style.getPropertyValue('--gantry-share');
  expect([bar('vCPU'), bar('RAM')]).toEqual(['25%', '25%']);
  for (const label of ['vCPU', 'RAM']) await click(all('button', label).find((button) => button.closest('th'))!);
  await vi.waitFor(
    () => expect(asked.map(({ query }) => query.get('sort'))).toEqual(expect.arrayContaining(['vcpus_share:asc', 'vm_mem_share:asc'])),
    {
      timeout: 10_000,
    },
  );
});
