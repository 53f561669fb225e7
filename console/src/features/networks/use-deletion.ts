import type { Network } from '@gantry/contract/nouns/networks/entity';
import { networkPathOf } from '@gantry/contract/nouns/networks/rules';
import { useTranslation } from 'react-i18next';
import type { Deletable } from '../../app/resource/use-resource-actions.ts';

/** Whether a network is that of the caller: what is only shared with somebody does not tell him with whom else (decision of the contract). */
export const isOwn = ({ rbac_policies: policies }: Pick<Network, 'rbac_policies'>): boolean => policies !== null;

/** Networks are deleted by their type; with a VLAN the interfaces of the nodes can go that were made for it. */
export function useDeletion(): Deletable<Network> {
  const { t } = useTranslation('networks');
  return {
    fits: isOwn,
    paramsOf: ({ type }) => ({ kind: networkPathOf(type) }),
    along: ({ type }) =>
      type === 'vlan'
        ? { label: t('confirm.vlan-interfaces'), helper: t('confirm.vlan-interfaces-helper'), query: { delete_vlan_interfaces: true } }
        : undefined,
  };
}
