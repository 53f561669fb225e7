import { isComputeConfigured } from '@gantry/contract/nouns/compute-cluster/statuses';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCluster } from '../../app/compute/use-cluster.ts';
import type { ListButton } from '../../app/resource/list-page.tsx';
import { DEPLOY, section } from './section.ts';

/** The button above the list: it opens the form that lets nodes join, or where there is no cluster yet, the one that installs it. */
export function useJoinButton(): ListButton {
  const { t } = useTranslation('nodes');
  const may = useMay();
  const { data: cluster } = useCluster();
  if (cluster?.status === 'absent') return may(api.computeCluster.deploy) && { label: t('deploy.title'), to: DEPLOY };
  return may(api.nodes.join) && cluster !== undefined && isComputeConfigured(cluster) && { label: t('join.title'), to: section.add };
}
