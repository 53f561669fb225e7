import type { Entities } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { FieldProps } from '../../../../ui/form/fields.tsx';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { Size } from '../../../../ui/show/size.tsx';
import { useOptions } from '../../../../app/list/use-options.ts';

interface NodeFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name'> {
  server: Server;
}

/** Chooses a node with what is free there, or leaves the choice to the cloud. The cloud decides whether the server fits: it may overcommit. */
export function NodeField<I extends FieldValues, O>({ form, name, server }: NodeFieldProps<I, O>) {
  const { t } = useTranslation('servers');
  const nodes = useOptions(api.nodes.list, 'host:asc', 'host');
  const obstacle = ({ host, state, in_maintenance: inMaintenance }: Entities['node']): string | undefined => {
    if (host === server.host) return t('fields.node_same');
    return state === 'healthy' && !inMaintenance ? undefined : t('fields.node_unfit');
  };
  return (
    <PickField
      {...nodes}
      form={form}
      name={name}
      label={t('field.host')}
      headers={[t('field.name'), t('move.free-vcpus'), t('move.free-ram'), t('move.servers')]}
      options={
        nodes.answer && [
          { id: '', name: t('move.any'), cells: [] },
          ...nodes.answer.data.map((node) => ({
            id: node.id,
            name: node.host,
            cells: [
              node.statistics.compute.vcpus_free,
              <Size key="ram" bytes={node.statistics.compute.vm_mem_free} />,
              node.hypervisor.vms,
            ],
            obstacle: obstacle(node),
          })),
        ]
      }
    />
  );
}
