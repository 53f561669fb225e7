import { folded } from '@gantry/contract/wire/folded';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';

/** As many as a page of a list has: clouds have a few networks that lead outside. */
const MOST = 1000;

/** The networks through which routers lead outside. */
export function useExternalNetworks() {
  const describe = useFailure();
  const { data, error, refetch } = useList(api.networks.list, { limit: MOST, sort: 'name:asc' });
  return {
    networks: data?.data.filter(({ router_external: isExternal }) => isExternal),
    failure: error ? describe(error) : undefined,
    onRetry: () => void refetch(),
  };
}

interface ExternalNetworkFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  /** Choosing none of them, where that can be chosen. */
  none?: Pick<PickOption, 'name' | 'obstacle'>;
  /** Why one cannot be chosen. */
  obstacleOf?(network: Network): string | undefined;
  onPick?(id: string): void;
}

/** Chooses a network that leads outside. */
export function ExternalNetworkField<I extends FieldValues, O>({ none, obstacleOf, ...field }: ExternalNetworkFieldProps<I, O>) {
  const { networks, ...state } = useExternalNetworks();
  const [search, onSearch] = useState('');
  const found = networks?.filter(({ name, id }) => folded(name || id).includes(folded(search)));
  return (
    <PickField
      {...field}
      {...state}
      more={false}
      search={search}
      onSearch={onSearch}
      headers={[field.label]}
      options={
        found && [
          ...(none ? [{ id: '', cells: [], ...none }] : []),
          ...found.map((network) => ({ id: network.id, name: network.name || network.id, cells: [], obstacle: obstacleOf?.(network) })),
        ]
      }
    />
  );
}
