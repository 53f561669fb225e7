import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyBucket, type Emptying } from '../../parts/object-storage/emptying.ts';
import { refreshBuckets } from '../../parts/object-storage/queries.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { S3Error } from '../../parts/object-storage/s3-error.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useUiText } from '../../ui/text.ts';
import { EmptyingState } from './emptying-state.tsx';
import { useS3Failure } from './use-s3-failure.ts';

/** Deletes a bucket, and first all that is in it where that is chosen (decision J10). */
export function DeleteBucketDialog({ name, onClose }: { name: string; onClose(isGone: boolean): void }) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const queryClient = useQueryClient();
  const describe = useS3Failure();
  const [state, setState] = useState<Emptying>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const run = async (withContent: boolean) => {
    const { signal } = (stop.current = new AbortController());
    setPending(true);
    setError(undefined);
    try {
      const client = await s3();
      if (withContent) await emptyBucket(client, { bucket: name, signal, onProgress: setState });
      await client.deleteBucket(name);
      onClose(true);
    } catch (failed) {
      if (!(failed instanceof S3Error && failed.code === 'cancel')) setError(failed);
    } finally {
      setPending(false);
      void refreshBuckets(queryClient);
    }
  };
  return (
    <ConfirmDialog
      title={t('buckets.delete-title', { name })}
      body={t('buckets.delete-body')}
      confirm={ui('actions.delete')}
      phrase={name}
      instead={{ label: t('buckets.with-content'), helper: t('buckets.with-content-helper'), confirm: t('buckets.delete-all') }}
      danger
      pending={isPending}
      failure={error === undefined ? undefined : describe(error)}
      abort={() => stop.current?.abort()}
      onConfirm={(withContent) => void run(withContent)}
      onClose={() => onClose(false)}
    >
      {state && <EmptyingState state={state} />}
    </ConfirmDialog>
  );
}
