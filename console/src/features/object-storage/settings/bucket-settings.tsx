import CogIcon from '@patternfly/react-icons/dist/esm/icons/cog-icon';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { settingOptions, SETTINGS } from '../../../parts/object-storage/queries.ts';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import { CorsCard } from './cors-card.tsx';
import { LifecycleCard } from './lifecycle-card.tsx';
import { TagsCard } from './tags-card.tsx';
import { VersioningCard } from './versioning-card.tsx';

/** What can be set for a bucket, as far as its storage knows of it. */
export function BucketSettings({ bucket }: { bucket: string }) {
  const { t } = useTranslation('object-storage');
  const scope = useScopeKey();
  const settings = useQueries({ queries: SETTINGS.map((setting) => settingOptions(scope, bucket, setting)) });
  if (settings.every(({ data }) => data === null)) return <EmptyState icon={CogIcon} title={t('settings.none')} />;
  return (
    <div className="gantry-objects-settings">
      <VersioningCard bucket={bucket} />
      <TagsCard bucket={bucket} />
      <LifecycleCard bucket={bucket} />
      <CorsCard bucket={bucket} />
    </div>
  );
}
