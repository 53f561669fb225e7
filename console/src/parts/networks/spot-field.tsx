import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { balancerSpot, spotsOf, useSurroundings, type Spot } from './use-surroundings.ts';

/** As many load balancers as a page of a list has. */
const MOST = 1000;

/** How a form keeps an address of an interface, and what that is in a request. */
export const spotId = ({ server, mac, ip = '' }: Spot): string => `${server.id} ${mac} ${ip}`;
/** A load balancer has one address, and no interface that people name. */
const BALANCER = 'balancer';
export function targetOf(spot: string) {
  const [server_id = '', mac_addr = '', fixed_ip_address = ''] = spot.split(' ');
  if (server_id === BALANCER) return { load_balancer_id: mac_addr };
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

/** Chooses where a floating IP leads to, an interface of a server or a load balancer; those that it cannot lead to say what is missing. */
export function SpotField<I extends FieldValues, O>({ outside, own, projectId, none, ...field }: SpotFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const filter: Record<string, string> = projectId === undefined ? {} : { project_id: projectId };
  const { answer, ...state } = useOptions(api.servers.list, 'name:asc', 'name', filter);
  const spots = spotsOf(answer?.data ?? []);
  const balancers = useBalancerSpots(state.search, filter);
  const { missing } = useSurroundings([...spots, ...balancers.map(({ spot }) => spot)]);
  const optionOf = (id: string, spot: Spot, group: string): PickOption => ({
    id,
    name: spot.server.name || spot.server.id,
    cells: [
      <bdi key="network">{spot.networkName ?? spot.networkId}</bdi>,
      <bdi key="ip" dir="ltr">
        {spot.ip ?? '–'}
      </bdi>,
    ],
    obstacle: missing(spot, outside, own),
    // Where there are no load balancers, all are virtual machines.
    ...(balancers.length > 0 && { group }),
  });
  return (
    <PickField
      {...state}
      {...field}
      headers={[balancers.length > 0 ? t('field.name') : t('spot.server'), t('spot.network'), t('spot.address')]}
      options={
        answer && [
          ...(none === undefined ? [] : [{ id: '', name: none, cells: [] }]),
          ...spots.map((spot) => optionOf(spotId(spot), spot, t('quota.instances'))),
          ...balancers.map(({ id, spot }) => optionOf(`${BALANCER} ${id}`, spot, t('quota.load_balancers'))),
        ]
      }
    />
  );
}

/** The load balancers that a floating IP may lead to, each as the place where its address is. */
function useBalancerSpots(search: string, filter: Readonly<Record<string, string>>): { id: string; spot: Spot }[] {
  const may = useMay();
  const can = useCapabilities();
  const wanted = { ...filter, ...(search !== '' && { name: `contains:${search}` }), limit: MOST, sort: 'name:asc' };
  const { data } = useList(api.loadBalancers.list, wanted, undefined, {
    enabled: may(api.loadBalancers.list) && can.has('load_balancer.create'),
  });
  return (data?.data ?? []).map((balancer) => ({ id: balancer.id, spot: balancerSpot(balancer) }));
}
