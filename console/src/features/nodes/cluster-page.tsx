import { isClusterDestroyable, isClusterEditable } from '@gantry/contract/nouns/compute-cluster/rules';
import { COMPUTE_CLUSTER_STATUSES } from '@gantry/contract/nouns/compute-cluster/statuses';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import ClusterIcon from '@patternfly/react-icons/dist/esm/icons/cluster-icon';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ResourceDetails } from '../../app/resource/details-page.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import type { Action } from '../../ui/action/action.ts';
import { listFormat, numberFormat } from '../../ui/format.ts';
import { Details } from '../../ui/show/details.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';

import type { NamedCluster } from './named-cluster.ts';
import { DEPLOY, section } from './section.ts';

/** The compute cluster: how it is and what it offers; where there is none, the way to one. */
export function Page() {
  const { t } = useTranslation('nodes');
  const failureOf = useFailure();
  const { data, error, refetch } = useCluster();
  if (data === undefined)
    return (
      <>
        <PageHeading>{t('cluster.title')}</PageHeading>
        {error ? (
          <ErrorState failure={failureOf(error)} retry={() => void refetch()} />
        ) : (
          <Skeleton height="12rem" screenreaderText={t('cluster.title')} />
        )}
      </>
    );
  return data.status === 'absent' ? <NoCluster /> : <OneCluster cluster={{ ...data, name: t('cluster.title') }} />;
}

function NoCluster() {
  const { t } = useTranslation('nodes');
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      <PageHeading>{t('cluster.title')}</PageHeading>
      <EmptyState
        icon={ClusterIcon}
        title={t('cluster.absent')}
        body={t('cluster.absent-body')}
        action={
          may(api.computeCluster.deploy) ? <Button onClick={() => void navigate({ to: DEPLOY })}>{t('deploy.title')}</Button> : undefined
        }
      />
    </>
  );
}

function OneCluster({ cluster }: { cluster: NamedCluster }) {
  const { t, i18n } = useTranslation('nodes');
  const text = useNounText('nodes');
  const { status, features, options, capabilities, available_nodes: available, task_id: task } = cluster;
  const list = listFormat(i18n.language, { type: 'conjunction' });
  const featureText = (feature: string): string => t(`feature.${feature}` as 'feature.high_availability', { defaultValue: feature });
  return (
    <ResourceDetails
      item={cluster}
      actions={useClusterActions(cluster)}
      buttons={['computeCluster.update']}
      status={<ResourceStatus noun="nodes" of={COMPUTE_CLUSTER_STATUSES} status={status} />}
    >
      <Card isCompact>
        <CardBody>
          <Details
            properties={[
              {
                label: t('cluster.task'),
                value: task === null ? null : <Link to={`/tasks/${encodeURIComponent(task)}` as '/'}>{t('cluster.show-task')}</Link>,
              },
              { label: text('title.list'), value: <Link to={section.path as '/'}>{t('cluster.show-nodes')}</Link> },
              { label: t('cluster.available'), value: available && numberFormat(i18n.language).format(available.length) },
              { label: t('cluster.features'), value: features.length > 0 ? list.format(features.map(featureText)) : null },
              { label: t('cluster.endpoint'), value: options.endpoint_hostname },
              { label: t('cluster.systems'), value: list.format(capabilities.os_distributions.map(({ title }) => title)) },
              { label: t('cluster.kubernetes'), value: capabilities.k8saas_versions.join(', ') },
            ]}
          />
        </CardBody>
      </Card>
    </ResourceDetails>
  );
}

/** What can be done to the cluster: what cannot be taken back asks for its name. */
function useClusterActions(cluster: NamedCluster) {
  const { t } = useTranslation('nodes');
  const text = useNounText('nodes');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('compute_cluster');
  const destroy = t('destroy.action');
  const actions: Action<NamedCluster>[] = [
    {
      id: 'computeCluster.update',
      label: text('edit.action'),
      offered: may(api.computeCluster.update),
      rule: isClusterEditable,
      dialog: () => import('./options-dialog.tsx').then(({ OptionsDialog }) => OptionsDialog),
    },
    {
      id: 'computeCluster.destroy',
      label: destroy,
      offered: may(api.computeCluster.destroy),
      rule: isClusterDestroyable,
      danger: true,
      last: true,
      confirm: ({ name }) => ({ title: t('destroy.title'), body: t('destroy.body'), confirm: destroy, phrase: name }),
      run: () => send(api.computeCluster.destroy, {}).then(refresh),
    },
  ];
  return useResourceActions({
    kind: 'compute_cluster',
    reasonText: useNounReason('nodes'),
    describe: useNounFailure('nodes'),
    actions,
    items: [cluster],
  });
}
