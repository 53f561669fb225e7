import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { section } from './section.ts';

const count = ({ security_group_rules: rules }: SecurityGroup, wanted: 'ingress' | 'egress'): number =>
  rules.filter(({ direction }) => direction === wanted).length;

/** What there is to say about a security group. */
export function useColumns(): SectionColumn<SecurityGroup>[] {
  const { t } = useTranslation('security-groups');
  const text = useNounText(section.noun);
  return useMemo(
    () => [
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      { key: 'ingress', label: t('rules.ingress'), kind: 'number', value: (group) => count(group, 'ingress') },
      { key: 'egress', label: t('rules.egress'), kind: 'number', value: (group) => count(group, 'egress') },
      commonColumns.created(text),
      commonColumns.id(text),
    ],
    [t, text],
  );
}
