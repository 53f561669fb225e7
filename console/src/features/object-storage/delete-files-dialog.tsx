import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteBelow, type Emptying } from '../../parts/object-storage/emptying.ts';
import { MAX_KEYS } from '../../parts/object-storage/limits.ts';
import type { StoredItem } from '../../parts/object-storage/objects.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { S3Error } from '../../parts/object-storage/s3-error.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { useUiText } from '../../ui/text.ts';
import { EmptyingState } from './emptying-state.tsx';
import { useS3Failure } from './use-s3-failure.ts';

interface DeleteFilesDialogProps {
  bucket: string;
  items: readonly StoredItem[];
  onClose(): void;
}

const NOTHING: Emptying = { deleted: 0, failed: [], remaining: undefined };

/** Both together, as those of one deletion. */
const sum = (one: Emptying, other: Emptying): Emptying => ({
  deleted: one.deleted + other.deleted,
  failed: [...Map.groupBy([...one.failed, ...other.failed], ({ code }) => code)].map(([code, some]) => ({
    code,
    count: some.reduce((all, { count }) => all + count, 0),
  })),
  remaining: (one.remaining ?? 0) + (other.remaining ?? 0),
});

/** Deletes files, and folders with all that is in them; says how far it has come and what is left (decision J5). */
export function DeleteFilesDialog({ bucket, items, onClose }: DeleteFilesDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const describe = useS3Failure();
  const [state, setState] = useState<Emptying>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const run = async () => {
    const { signal } = (stop.current = new AbortController());
    setPending(true);
    setError(undefined);
    let done = NOTHING;
    setState(done);
    try {
      const client = await s3();
      const files = items
        .filter(({ isFolder }) => !isFolder)
        .map(({ id, VersionId }) => (VersionId === undefined ? id : { key: id, version: VersionId }));
      for (let start = 0; start < files.length; start += MAX_KEYS) {
        const some = files.slice(start, start + MAX_KEYS);
        const undeleted = await client.deleteObjects(bucket, some, signal);
        const failed = [...Map.groupBy(undeleted, ({ code }) => code)].map(([code, all]) => ({ code, count: all.length }));
        done = sum(done, { deleted: some.length - undeleted.length, failed, remaining: undeleted.length });
        setState(done);
      }
      for (const { id } of items.filter(({ isFolder }) => isFolder)) {
        const before = done;
        done = sum(before, await deleteBelow(client, { bucket, prefix: id, signal, onProgress: (now) => setState(sum(before, now)) }));
        setState(done);
      }
      if (done.failed.length === 0 && !done.remaining) onClose();
    } catch (failed) {
      if (!(failed instanceof S3Error && failed.code === 'cancel')) setError(failed);
    } finally {
      setPending(false);
    }
  };
  const [first] = items;
  const name = first?.name ?? '';
  const title = items.length === 1 ? t('deleting.title-one', { name }) : t('deleting.title', { count: items.length });
  if (!state && error === undefined)
    return (
      <ConfirmDialog
        title={title}
        body={t(first?.VersionId === undefined ? 'deleting.body' : 'versions.delete-body')}
        confirm={ui('actions.delete')}
        danger
        pending={isPending}
        phrase={items.length === 1 && name !== '' ? name : t('deleting.phrase', { count: items.length })}
        onConfirm={() => void run()}
        onClose={onClose}
      />
    );
  const close = { label: ui(isPending ? 'cancel' : 'close'), run: () => (isPending ? stop.current?.abort() : onClose()) };
  const again = { label: ui('error.retry'), run: () => void run() };
  return (
    <GenericDialog title={title} testId="deleting-items" actions={{ end: isPending ? [close] : [again, close] }} onClose={onClose}>
      {state && <EmptyingState state={state} />}
      {error !== undefined && <p role="alert">{describe(error).text}</p>}
    </GenericDialog>
  );
}
