import { ALL_PROJECTS } from '@gantry/contract/nouns/networks/bodies';
import { kindOfType } from '@gantry/contract/nouns/networks/modes';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { NETWORK_STATUSES } from '@gantry/contract/nouns/networks/statuses';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { section } from './section.ts';

type Translate = TFunction<'networks'>;

/** What networks are made of. */
export const TYPES = ['vxlan', 'flat', 'vlan'] as const;

/** What a network is made of, in words; another type is named as the cloud has it. */
const typeText = (t: Translate, type: string | null): string | null => {
  const known = TYPES.find((one) => one === type);
  return known ? t(`type.${known}`) : type;
};

/** Whether it leads out of the cloud, in words. */
const kindText = (t: Translate, type: string | null): string | null => {
  const kind = kindOfType(type);
  return kind ? t(`kind.${kind}`) : null;
};

/** Who may use a network beside its project. */
function accessText(t: Translate, { shared, router_external: isExternal, rbac_policies: policies }: Network): string {
  if (shared) return t('access.shared');
  if (isExternal) return t('access.routed');
  return t(policies?.some(({ target_project: target }) => target !== ALL_PROJECTS) ? 'access.some' : 'access.private');
}

const cidrsOf = ({ subnets }: Network, version: 4 | 6): string | null => {
  const cidrs = subnets.flatMap(({ ip_version: of, cidr }) => (of === version ? cidr : []));
  return cidrs.join(', ') || null;
};

/** What there is to say about a network. Administrators see what carries it. */
export function useColumns(): SectionColumn<Network>[] {
  const { t } = useTranslation('networks');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  const isSystem = !useScopeKey().startsWith('project:');
  return useMemo(() => {
    const cidrs = (version: 4 | 6): SectionColumn<Network> => {
      const value = (network: Network) => cidrsOf(network, version);
      const render = (network: Network) => value(network) && <bdi dir="ltr">{value(network)}</bdi>;
      return { key: `ipv${version}`, label: t(`field.ipv${version}`), kind: 'address', value, render };
    };
    const columns: SectionColumn<Network>[] = [
      { key: 'type', label: text('field.type'), sort: 'type', value: ({ type }) => typeText(t, type) },
      { key: 'kind', label: t('field.kind'), value: ({ type }) => kindText(t, type), optional: true },
      commonColumns.status(section.noun, NETWORK_STATUSES, text, word),
      { key: 'ipam', label: t('field.ipam'), kind: 'flag', value: ({ ipam_enabled: isManaged }) => text(isManaged ? 'yes' : 'no') },
      cidrs(4),
      cidrs(6),
      { key: 'access', label: t('field.access'), value: (network) => accessText(t, network) },
      { key: 'mtu', label: 'MTU', sort: 'mtu', kind: 'number', value: ({ mtu }) => mtu, optional: true },
      { key: 'vlan', label: t('field.vlan'), kind: 'number', value: ({ vlan_id: id }) => id, optional: true },
      commonColumns.id(text),
    ];
    if (isSystem)
      columns.splice(-1, 0, { key: 'physical', label: t('field.physical'), value: (one) => one.physical_network, optional: true });
    return columns;
  }, [t, text, word, isSystem]);
}
