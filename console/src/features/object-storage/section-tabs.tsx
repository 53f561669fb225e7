import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { ACCESS, BUCKETS } from './paths.ts';

/** The two screens of the section, the open one with its content. */
export function SectionTabs({ active, children }: { active: 'buckets' | 'access'; children: ReactNode }) {
  const { t } = useTranslation('object-storage');
  return (
    <PathTabs
      label={t('section')}
      active={active}
      tabs={[
        { key: 'buckets', title: t('buckets.title'), address: BUCKETS, content: () => children },
        { key: 'access', title: t('access.title'), address: ACCESS, content: () => children },
      ]}
    />
  );
}
