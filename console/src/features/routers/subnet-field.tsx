import { networksOverlap } from '@gantry/contract/nouns/networks/subnet-rules';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Options } from '../../app/list/use-options.ts';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';

type Subnet = Network['subnets'][number];

/** How a form keeps a subnet, and what that is in a request. */
export const keyOf = (network: Pick<Network, 'id'>, subnet: Pick<Subnet, 'id'>): string => `${network.id} ${subnet.id}`;
export function subnetAt(key: string) {
  const [network_id = '', subnet_id = ''] = key.split(' ');
  return { network_id, subnet_id };
}

interface SubnetFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  /** Networks, by `useOptions`: those that lead outside are left out. */
  options: Options<Network>;
  /** Subnets that the router is connected to. */
  connected: readonly Subnet[];
  /** Those that are chosen already, where several may be. */
  chosen?: readonly Subnet[];
  several?: boolean;
}

/** Chooses subnets that a router connects; those that it cannot connect say why. */
export function SubnetField<I extends FieldValues, O>({ options, connected, chosen = [], ...field }: SubnetFieldProps<I, O>) {
  const { t } = useTranslation('routers');
  const { answer, ...state } = options;
  const networks = answer?.data.filter(({ router_external: isExternal }) => !isExternal);
  const obstacleOf = ({ id, cidr }: Subnet): string | undefined => {
    if (connected.some((one) => one.id === id)) return t('fields.router_has_subnet');
    const other = [...connected, ...chosen].find((one) => one.id !== id && networksOverlap(one.cidr, cidr));
    return other && t('fields.router_subnet_overlaps', { cidr: other.cidr });
  };
  return (
    <PickField
      {...state}
      {...field}
      headers={[t('field.network'), t('field.subnet')]}
      options={networks?.flatMap((network): PickOption[] => {
        const { id, name, subnets } = network;
        if (subnets.length === 0) return [{ id, name: name || id, cells: [null], obstacle: t('fields.subnet_missing') }];
        const cidrOf = ({ cidr }: Subnet) => (
          <bdi key="cidr" dir="ltr">
            {cidr}
          </bdi>
        );
        // A network is named once, whatever it consists of.
        const [only, ...others] = subnets;
        if (only && others.length === 0)
          return [{ id: keyOf(network, only), name: name || id, cells: [cidrOf(only)], obstacle: obstacleOf(only) }];
        return subnets.map((subnet) => ({
          id: keyOf(network, subnet),
          group: name || id,
          name: `IPv${subnet.ip_version}`,
          cells: [cidrOf(subnet)],
          obstacle: obstacleOf(subnet),
        }));
      })}
    />
  );
}
