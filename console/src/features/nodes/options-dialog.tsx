import { clusterUpdateBody, type ClusterUpdate } from '@gantry/contract/nouns/compute-cluster/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { OptionFields, type OptionsDraft } from './option-fields.tsx';
import type { NamedCluster } from './named-cluster.ts';

const schema: z.ZodType<ClusterUpdate, OptionsDraft> = z
  .custom<OptionsDraft>()
  .transform(({ endpoint, features }): unknown => ({ features, options: { endpoint_hostname: endpoint === '' ? null : endpoint } }))
  .pipe(clusterUpdateBody as z.ZodType<ClusterUpdate, unknown>);

/** Changes the cluster's options. */
export function OptionsDialog({ item, obstacle, onClose }: ActionDialogProps<NamedCluster>) {
  const { t } = useTranslation('nodes');
  const text = useNounText('nodes');
  return (
    <CommandDialog
      noun="nodes"
      kind="compute_cluster"
      item={item}
      call={api.computeCluster.update}
      schema={schema}
      defaults={{ endpoint: item.options.endpoint_hostname ?? '', features: item.features as OptionsDraft['features'] }}
      label={t('cluster.edit')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <OptionFields form={form} kept={item.features} />}
    </CommandDialog>
  );
}
