import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceTabs } from '../../app/resource/resource-tabs.tsx';
import { BUCKETS, FILES } from './paths.ts';

const KEYS = ['files', 'overview', 'settings'] as const;
export type BucketTab = (typeof KEYS)[number];

/** The screens of one bucket, the open one with its content. */
export function BucketTabs({ bucket, active, children }: { bucket: string; active: BucketTab; children: ReactNode }) {
  const { t } = useTranslation('object-storage');
  const navigate = useNavigate();
  const open = (tab: BucketTab) => {
    if (tab === active) return;
    if (tab === 'files') void navigate({ to: `${FILES}/$bucketName`, params: { bucketName: bucket } });
    else void navigate({ to: `${BUCKETS}/$bucketId`, params: { bucketId: bucket }, search: tab === 'settings' ? { tab } : {} });
  };
  const tabs = KEYS.map((key) => ({ key, title: t(`tabs.${key}`), content: () => children }));
  return <ResourceTabs label={bucket} tabs={tabs} open={active} onOpen={open} />;
}
