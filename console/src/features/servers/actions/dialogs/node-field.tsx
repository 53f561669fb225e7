import type { Entities } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { lackingPlacements } from '@gantry/contract/nouns/traits/needs';
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
  const obstacle = ({ host, state, in_maintenance: inMaintenance, traits }: Entities['node']): string | undefined => {
    if (host === server.host) return t('fields.node_same');
    if (state !== 'healthy' || inMaintenance) return t('fields.node_unfit');
    const lacking = lackingPlacements(server.traits, traits);
    return lacking.length > 0 ? t('fields.node_lacks_traits', { traits: lacking.join(', ') }) : undefined;
  };
  const isOffered = nodes.answer?.data.some(({ traits }) => traits.length > 0) ?? false;
  return (
    <PickField
      {...nodes}
      form={form}
      name={name}
      label={t('field.host')}
      headers={[t('field.name'), t('move.free-vcpus'), t('move.free-ram'), t('move.servers'), ...(isOffered ? [t('field.traits')] : [])]}
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
              ...(isOffered ? [<bdi key="traits">{node.traits.join(', ') || '–'}</bdi>] : []),
            ],
            obstacle: obstacle(node),
          })),
        ]
      }
    />
  );
}
