import { folded } from '@gantry/contract/wire/folded';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useExternalNetworks } from './external-network-field.tsx';

/** Most addresses that are offered. */
const MOST = 1000;

/** What is chosen: `ip <id>` of a floating IP, or `network <id>` of the external network that gives a new one. */
export function floatingOf(chosen: string | undefined): { isNew: boolean; id: string } {
  const [what, id = ''] = (chosen ?? '').split(' ');
  return { isNew: what !== 'ip', id };
}

interface FloatingFieldProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  name: FieldPath<I>;
  /** The project whose floating IPs these are; absent: that of the scope. */
  projectId?: string | null | undefined;
  /** Why none of an external network can be chosen. */
  obstacleOf(network: string): string | undefined;
  /** Choosing none, where one may. */
  none?: string;
  /** Only what is there already. */
  only?: 'existing';
  helper?: string;
  onPick?(chosen: string): void;
}

/** Chooses a floating IP: one of the project that leads nowhere, or a new one. */
export function FloatingField<I extends FieldValues, O>(props: FloatingFieldProps<I, O>) {
  const { projectId, obstacleOf, none, only, onPick, ...field } = props;
  const { t } = useTranslation('resource');
  const may = useMay();
  const [search, onSearch] = useState('');
  const { networks, ...state } = useExternalNetworks();
  const free = useList(api.floatingIps.list, { ...(projectId && { project_id: projectId }), limit: MOST, sort: 'name:asc' });
  const options: PickOption[] = [
    ...(free.data?.data ?? [])
      .filter(({ port_id: port }) => port === null)
      .map(({ id, name, floating_network_id: outside }) => ({
        id: `ip ${id}`,
        name,
        cells: [],
        obstacle: obstacleOf(outside),
        ...(!only && { group: t('floating.existing') }),
      })),
    ...(!only && may(api.floatingIps.create) ? (networks ?? []) : []).map(({ id, name }) => ({
      id: `network ${id}`,
      name: name || id,
      cells: [],
      obstacle: obstacleOf(id),
      group: t('floating.new'),
    })),
  ];
  // Where there is nothing to choose but none, there is nothing to ask.
  if (only && none !== undefined && search === '' && options.length === 0) return null;
  const found = options.filter(({ name }) => folded(name).includes(folded(search)));
  return (
    <PickField
      {...state}
      {...field}
      label={t('floating.label')}
      required={none === undefined}
      headers={[t('floating.label')]}
      more={false}
      search={search}
      onSearch={onSearch}
      options={networks && free.data ? [...(none === undefined ? [] : [{ id: '', name: none, cells: [] }]), ...found] : undefined}
      {...(onPick && { onPick })}
    />
  );
}
