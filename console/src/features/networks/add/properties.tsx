import { ALL_PROJECTS } from '@gantry/contract/nouns/networks/bodies';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { Details, type Property } from '../../../ui/show/details.tsx';
import type { AccessRow } from '../access-draft.ts';
import type { NetworkDraft } from '../network-draft.ts';
import type { SubnetDraft } from '../subnet-draft.ts';
import { TYPES } from './types.ts';

const typed = (text: string) => (text.trim() === '' ? null : <bdi dir="ltr">{text.trim()}</bdi>);
const listed = (texts: readonly string[]) => typed(texts.filter((text) => text.trim() !== '').join(', '));

/** What was said of the network itself. */
export function GeneralProperties({ draft }: { draft: NetworkDraft }) {
  const { t } = useTranslation('networks');
  const { t: resource } = useTranslation('resource');
  const text = useNounText('networks');
  const isOutside = draft.type !== 'private';
  const properties: Property[] = [
    { label: text('field.name'), value: draft.name === '' ? null : <bdi>{draft.name}</bdi> },
    { label: text('field.type'), value: t(`type.${TYPES[draft.type]}`) },
    { label: t('field.physical'), value: isOutside && draft.carrier === 'physical_network' ? typed(draft.physical_network) : null },
    { label: t('field.vlan'), value: draft.type === 'vlan' ? draft.vlan_id : null },
    { label: t('field.ipam'), value: resource(draft.ipam_enabled ? 'yes' : 'no') },
    { label: 'MTU', value: draft.mtu },
  ];
  return <Details narrow properties={properties} />;
}

/** What was said of one of its subnets. */
export function SubnetProperties({ draft }: { draft: SubnetDraft }) {
  const { t } = useTranslation('networks');
  const { t: resource } = useTranslation('resource');
  const properties: Property[] = [
    { label: t('field.cidr'), value: typed(draft.cidr) },
    { label: t('field.gateway'), value: draft.no_gateway ? resource('no') : typed(draft.gateway_ip) },
    ...(draft.version === 4
      ? [{ label: t('field.dhcp'), value: resource(draft.enable_dhcp ? 'yes' : 'no') }]
      : [{ label: t('field.mode'), value: t(`mode.${draft.mode === '' ? 'none' : draft.mode}`) }]),
    { label: t('field.dns'), value: listed(draft.dns_nameservers) },
    { label: t('field.pools'), value: listed(draft.allocation_pools.map(({ start, end }) => [start, end].join(' – '))) },
  ];
  return <Details narrow properties={properties} />;
}

/** Who else may use it, and how. */
export function AccessProperties({ rows }: { rows: readonly AccessRow[] }) {
  const { t } = useTranslation('networks');
  const nameOf = ({ target, name }: AccessRow) => (target === ALL_PROJECTS ? t('access.shared') : (name ?? target));
  if (rows.length === 0) return <p>{t('access.nobody')}</p>;
  return (
    <Details
      narrow
      properties={rows.map((row) => ({ key: row.target, label: <bdi>{nameOf(row)}</bdi>, value: t(`access.by-${row.access}`) }))}
    />
  );
}
