import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { S3Config, S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { forgetObjectStorage } from '../../app/object-storage/forget.ts';
import { applyS3Config, applyS3Failure, readS3Service } from '../../app/object-storage/state.ts';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';

/** Lets the section be seen by who may use object storage; to all others it says why they may not, or how they can (screens A0). */
export function Gate({ children }: { children(config: S3Config): ReactNode }) {
  const { t } = useTranslation('object-storage');
  const { scope, isS3Available, isS3UserEnabled, config, failure } = useS3();
  const describe = useS3Failure();
  const [key, setKey] = useState<S3NewKey>();
  if (!isS3UserEnabled) return <EmptyState icon={LockIcon} title={t('gate.disabled')} body={t('gate.disabled-body')} />;
  if (isS3Available === false) return <EmptyState icon={LockIcon} title={t('gate.unavailable')} body={t('gate.unavailable-body')} />;
  if (!config)
    return failure === undefined ? <FullPageSpinner /> : <ErrorState failure={describe(failure)} retry={() => void readS3Service(scope)} />;
  return (
    <>
      {config.enabled ? children(config) : <Enable onKey={setKey} />}
      {key && <SecretDialog newKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}

function Enable({ onKey }: { onKey(key: S3NewKey | undefined): void }) {
  const { t } = useTranslation('object-storage');
  const may = useMay();
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const enable = useCommand(api.objectStorage.enable);
  const run = () =>
    enable.mutate(
      {},
      {
        onSuccess: ({ key, ...config }) => {
          forgetObjectStorage(queryClient);
          onKey(key);
          applyS3Config(config);
        },
        onError: applyS3Failure,
      },
    );
  return (
    <>
      {enable.error && <ErrorState failure={describe(enable.error)} />}
      <EmptyState
        icon={KeyIcon}
        title={t('gate.off')}
        body={t('gate.off-body')}
        action={
          may(api.objectStorage.enable) && (
            <Button isLoading={enable.isPending} onClick={run}>
              {t('gate.enable')}
            </Button>
          )
        }
      />
    </>
  );
}
