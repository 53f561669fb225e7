import { NODE_ROLES, type NodeRole } from '@gantry/contract/nouns/nodes/bodies';
import type { ComputeCluster } from '@gantry/contract/nouns/compute-cluster/entity';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Size } from '../../ui/show/size.tsx';

/** What a form of machines that become nodes holds. */
export interface MachinesDraft extends FieldValues {
  nodes: string[];
  roles: NodeRole[];
}

export const NO_MACHINES: MachinesDraft = { nodes: [], roles: ['compute'] };

/** The chosen machines with their roles, as the server takes them. */
export const joinsOf = ({ nodes, roles }: MachinesDraft) => nodes.map((node_id) => ({ node_id, roles }));

type Machine = NonNullable<ComputeCluster['available_nodes']>[number];

/** Chooses machines that are not in the compute cluster, and what they do there. */
export function MachinesField<I extends MachinesDraft, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('nodes');
  const failureOf = useFailure();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useCluster();
  const name = (key: keyof MachinesDraft) => key as FieldPath<I>;
  const matches = ({ id }: Machine): boolean => id.toLowerCase().includes(search.toLowerCase());
  return (
    <>
      <PickField
        form={form}
        name={name('nodes')}
        label={t('join.nodes')}
        required
        several
        headers={[t('join.machine'), t('field.address'), t('field.cores'), t('field.memory')]}
        options={data?.available_nodes?.filter(matches).map((machine) => ({
          id: machine.id,
          name: machine.id,
          cells: [machine.host_ip, machine.cpu_cores, <Size key="memory" bytes={machine.mem_total} />],
        }))}
        failure={error && !data ? failureOf(error) : undefined}
        more={false}
        search={search}
        onSearch={setSearch}
        onRetry={() => void refetch()}
      />
      <PickField
        form={form}
        name={name('roles')}
        label={t('field.roles')}
        required
        several
        headers={[t('field.role'), t('field.does')]}
        options={NODE_ROLES.map((role) => ({ id: role, name: t(`role.${role}`), cells: [t(`helper.${role}`)] }))}
        more={false}
        search=""
        onSearch={() => undefined}
        onRetry={() => undefined}
      />
    </>
  );
}
