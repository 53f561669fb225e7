import { no, type Rule } from '../../wire/rule-result.ts';
import { isComputeConfigured } from './statuses.ts';

interface ClusterState {
  status: string;
}

export const isClusterDeployable: Rule<ClusterState> = ({ status }) =>
  status === 'absent' || status === 'error' ? true : no('cluster_status', { status, needed: 'absent' });

const configured: Rule<ClusterState> = (cluster) =>
  isComputeConfigured(cluster) && cluster.status !== 'reconfiguring'
    ? true
    : no('cluster_status', { status: cluster.status, needed: 'active' });

export const isClusterEditable = configured;
export const isClusterDestroyable: Rule<ClusterState> = (cluster) => (cluster.status === 'error' ? true : configured(cluster));
