import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { settingOptions, type Setting } from '../../../parts/object-storage/queries.ts';
import type { SettingValues } from '../../../parts/object-storage/settings-api.ts';
import { TitledCard } from '../../../ui/show/cards.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { useS3Failure } from '../use-s3-failure.ts';

interface SettingCardProps<S extends Setting> {
  bucket: string;
  setting: S;
  /** Why the last change was refused. */
  failure?: unknown;
  children(value: NonNullable<SettingValues[S]>): ReactNode;
}

/** One setting of a bucket under its title; nothing where the storage does not know it. */
export function SettingCard<S extends Setting>({ bucket, setting, failure, children }: SettingCardProps<S>) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const { data, error, refetch } = useQuery(settingOptions(useScopeKey(), bucket, setting));
  if (data === null) return null;
  const name: Setting = setting;
  const value = data as NonNullable<SettingValues[S]> | undefined;
  return (
    <TitledCard title={t(`${name}.title`)}>
      <div className="gantry-objects-setting">
        <p className="gantry-subtle">{t(`${name}.body`)}</p>
        {failure !== undefined && failure !== null && <ErrorState failure={describe(failure)} />}
        {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
        {value === undefined ? !error && <Spinner size="md" aria-label={t('files.loading')} /> : children(value)}
      </div>
    </TitledCard>
  );
}
