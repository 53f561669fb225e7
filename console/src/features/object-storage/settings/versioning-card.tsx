import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../ui/show/status-label.tsx';
import { SettingCard } from './setting-card.tsx';
import { useChangeSetting } from './use-setting.ts';

/** Whether a bucket keeps versions of its objects. Once it did it can only pause. */
export function VersioningCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('object-storage');
  const { mutate, isPending, error } = useChangeSetting(bucket, 'versioning');
  return (
    <SettingCard bucket={bucket} setting="versioning" failure={error}>
      {(status) => (
        <div className="gantry-objects-status">
          <StatusLabel tone={status === 'Enabled' ? 'ok' : 'neutral'}>{t(`versioning.status.${status}`)}</StatusLabel>
          <Button
            variant="secondary"
            isLoading={isPending}
            isAriaDisabled={isPending}
            onClick={() => mutate((client) => client.setVersioning(bucket, status === 'Enabled' ? 'Suspended' : 'Enabled'))}
          >
            {t(status === 'Enabled' ? 'versioning.suspend' : 'versioning.enable')}
          </Button>
        </div>
      )}
    </SettingCard>
  );
}
