import { ALL_PROJECTS } from '@gantry/contract/nouns/networks/bodies';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { kindOfType } from '@gantry/contract/nouns/networks/modes';
import type { TFunction } from 'i18next';

type Translate = TFunction<'networks'>;

/** What networks are made of. */
export const TYPES = ['vxlan', 'flat', 'vlan'] as const;

/** What a network is made of, in words; another type is named as the cloud has it. */
export const typeText = (t: Translate, type: string | null): string | null => {
  const known = TYPES.find((one) => one === type);
  return known ? t(`type.${known}`) : type;
};

/** Whether it leads out of the cloud, in words. */
export const kindText = (t: Translate, type: string | null): string | null => {
  const kind = kindOfType(type);
  return kind ? t(`kind.${kind}`) : null;
};

/** Who may use a network beside its project. */
export function accessText(t: Translate, { shared, router_external: isExternal, rbac_policies: policies }: Network): string {
  if (shared) return t('access.shared');
  if (isExternal) return t('access.routed');
  return t(policies?.some(({ target_project: target }) => target !== ALL_PROJECTS) ? 'access.some' : 'access.private');
}

export const cidrsOf = ({ subnets }: Network, version: 4 | 6): string | null => {
  const cidrs = subnets.flatMap(({ ip_version: of, cidr }) => (of === version ? cidr : []));
  return cidrs.join(', ') || null;
};
