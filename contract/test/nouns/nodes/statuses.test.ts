import { describe, expect, it } from 'vitest';
import { isComputeConfigured } from '../../../src/nouns/compute-cluster/statuses.ts';
import {
  isNodeFenceable,
  isNodeMaintainable,
  isNodeReleasable,
  isNodeReturnable,
  isNodeUnfenceable,
  type NodeState,
} from '../../../src/nouns/nodes/rules.ts';
import { isLoading, nodeStatusOf, notReleased, releasing } from '../../../src/nouns/nodes/statuses.ts';
import { storageHealthOf } from '../../../src/nouns/storage-clusters/statuses.ts';

const STATES = [
  'disabled',
  'releasing',
  'joining',
  'healthy',
  'critical',
  'offline',
  'warning',
  'reconfiguring',
  'recovering',
  'recovery failed',
];
const node = (change: Partial<NodeState> & { vms?: number } = {}): NodeState => {
  const { vms = 0, ...rest } = change;
  return { state: 'healthy', in_maintenance: false, fenced_reason: null, hypervisor: { vms }, ...rest };
};

describe('a compute node', () => {
  it('a compute node shows offline where it is offline, or has no state, whatever else is said of it [computenode.offline]', () => {
    for (const state of ['offline', '', null, undefined])
      for (const in_maintenance of [false, true]) expect(nodeStatusOf({ state, in_maintenance })).toBe('offline');
  });

  it('a compute node shows its recovery before its maintenance, and its maintenance before its own state [computenode.priority]', () => {
    expect(nodeStatusOf({ state: 'recovering', in_maintenance: true })).toBe('recovering');
    expect(nodeStatusOf({ state: 'recovery failed', in_maintenance: true })).toBe('recovery failed');
    expect(nodeStatusOf({ state: 'healthy', in_maintenance: true })).toBe('maintenance');
    expect(nodeStatusOf({ state: 'warning', in_maintenance: false })).toBe('warning');
    expect(nodeStatusOf({ state: 'up', in_maintenance: false })).toBe('healthy');
  });

  it('a compute node counts as loading while it joins or is released, and at no other time [computenode.loading]', () => {
    expect(STATES.filter((state) => isLoading({ state }))).toEqual(['releasing', 'joining']);
  });

  it('a compute node is released only without servers, while it is not loading and not in recovery [computenode.deletable]', () => {
    expect(isNodeReleasable(node())).toBe(true);
    for (const vms of [1, 2, 100]) expect(isNodeReleasable(node({ vms }))).toEqual({ code: 'node_has_servers', params: { count: vms } });
    for (const state of ['joining', 'releasing']) expect(isNodeReleasable(node({ state }))).toEqual({ code: 'node_loading' });
    for (const state of ['recovering', 'recovery failed']) expect(isNodeReleasable(node({ state }))).toEqual({ code: 'node_in_recovery' });
    for (const state of ['disabled', 'critical', 'offline', 'warning']) expect(isNodeReleasable(node({ state }))).toBe(true);
  });

  it('a compute node enters and leaves maintenance, and is fenced and unfenced, each only from the other side', () => {
    const [fenced, resting] = [node({ state: 'offline', fenced_reason: 'smoke' }), node({ in_maintenance: true })];
    expect([isNodeMaintainable(node()), isNodeFenceable(node()), isNodeFenceable(resting)]).toEqual([true, true, true]);
    expect([isNodeReturnable(resting), isNodeUnfenceable(fenced)]).toEqual([true, true]);
    expect(isNodeMaintainable(fenced)).toEqual({ code: 'node_fenced' });
    expect(isNodeMaintainable(node({ state: 'offline' }))).toEqual({ code: 'node_offline' });
    expect(isNodeMaintainable(resting)).toEqual({ code: 'node_in_maintenance' });
    expect(isNodeFenceable(fenced)).toEqual({ code: 'node_fenced' });
    expect(isNodeReturnable(node())).toEqual({ code: 'node_not_in_maintenance' });
    expect(isNodeUnfenceable(node())).toEqual({ code: 'node_not_fenced' });
  });

  it('only the compute node to be released looks released at once, and looks up again where the release failed', () => {
    const nodes = [
      { id: 'a', state: 'healthy' },
      { id: 'b', state: 'warning' },
    ];
    expect(releasing(nodes, new Set(['b'])).map(({ state }) => state)).toEqual(['healthy', 'releasing']);
    expect(notReleased(releasing(nodes, new Set(['b'])), new Set(['b'])).map(({ state }) => state)).toEqual(['healthy', 'up']);
  });
});

it('the compute cluster is configured in four of its statuses [computecluster.configured]', () => {
  const statuses = ['absent', 'active', 'critical', 'warning', 'reconfiguring', 'deploying', 'destroying', 'error'];
  expect(statuses.filter((status) => isComputeConfigured({ status }))).toEqual(['active', 'critical', 'warning', 'reconfiguring']);
});

it('a storage cluster is as healthy as it says, and in error where its health is no known word', () => {
  for (const health of ['healthy', 'degraded', 'unavailable', 'warning', 'error', 'unknown']) expect(storageHealthOf(health)).toBe(health);
  expect(storageHealthOf('xyz')).toBe('error');
});
