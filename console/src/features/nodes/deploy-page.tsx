import { CLUSTER_FEATURES, clusterDeployBody, type ClusterDeploy } from '@gantry/contract/nouns/compute-cluster/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CreateForm } from '../../app/create/create-form.tsx';
import { useDraftForm, useDraftKey } from '../../app/create/use-draft-form.ts';
import { useReturn } from '../../app/router/use-return.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { OptionFields, type OptionsDraft } from './option-fields.tsx';
import { joinsOf, MachinesField, NO_MACHINES, type MachinesDraft } from './machines-field.tsx';
import { CLUSTER } from './section.ts';
import { withMachines } from './with-machines.ts';

type Draft = MachinesDraft & OptionsDraft;

const DEFAULTS: Draft = { ...NO_MACHINES, endpoint: '', features: [CLUSTER_FEATURES[1]] };

const schema: z.ZodType<ClusterDeploy, Draft> = withMachines(z.custom<Draft>())
  .transform(({ endpoint, features, ...machines }): unknown => ({
    nodes: joinsOf(machines as MachinesDraft),
    features,
    options: { endpoint_hostname: endpoint === '' ? null : endpoint },
  }))
  .pipe(clusterDeployBody as z.ZodType<ClusterDeploy, unknown>);

/** Installs the compute cluster. */
export function Page() {
  const { t } = useTranslation('nodes');
  const leave = useReturn(CLUSTER);
  const { form, restored, startOver } = useDraftForm({
    key: useDraftKey('deploy-cluster'),
    empty: DEFAULTS,
    noun: 'nodes',
    kind: 'compute_cluster',
    call: api.computeCluster.deploy,
    schema,
    onDone: () => leave(null),
  });
  return (
    <>
      <PageHeading>{t('deploy.title')}</PageHeading>
      <CreateForm
        form={form}
        label={t('deploy.title')}
        submitLabel={t('deploy.submit')}
        draft={{ restored, onStartOver: startOver }}
        onCancel={() => leave(null)}
      >
        <MachinesField form={form} />
        <OptionFields form={form} kept={[]} />
      </CreateForm>
    </>
  );
}
