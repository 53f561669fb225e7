import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { spotsOf, useSurroundings, type Spot } from './use-surroundings.ts';

/** How a form keeps an address of an interface, and what that is in a request. */
export const spotId = ({ server, mac, ip = '' }: Spot): string => `${server.id} ${mac} ${ip}`;
export function targetOf(spot: string) {
  const [server_id = '', mac_addr = '', fixed_ip_address = ''] = spot.split(' ');
  return { server_id, mac_addr, ...(fixed_ip_address !== '' && { fixed_ip_address }) };
}

interface SpotFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  /** Id of the external network of the floating IP. */
  outside: string;
  /** The floating IP, where there is one already. */
  own?: Pick<FloatingIp, 'id'>;
  /** The project whose servers these are; absent: that of the scope. */
  projectId?: string;
  /** Choosing none of them, where that can be chosen. */
  none?: string;
}

/** Chooses where a floating IP leads to; those that it cannot lead to say what is missing. */
export function SpotField<I extends FieldValues, O>({ outside, own, projectId, none, ...field }: SpotFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const filter: Record<string, string> = projectId === undefined ? {} : { project_id: projectId };
  const { answer, ...state } = useOptions(api.servers.list, 'name:asc', 'name', filter);
  const spots = spotsOf(answer?.data ?? []);
  const { missing } = useSurroundings(spots);
  return (
    <PickField
      {...state}
      {...field}
      headers={[t('spot.server'), t('spot.network'), t('spot.address')]}
      options={
        answer && [
          ...(none === undefined ? [] : [{ id: '', name: none, cells: [] }]),
          ...spots.map((spot) => ({
            id: spotId(spot),
            name: spot.server.name || spot.server.id,
            cells: [
              <bdi key="network">{spot.networkName ?? spot.networkId}</bdi>,
              <bdi key="ip" dir="ltr">
                {spot.ip ?? '–'}
              </bdi>,
            ],
            obstacle: missing(spot, outside, own),
          })),
        ]
      }
    />
  );
}
