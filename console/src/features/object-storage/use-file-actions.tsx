import { ARCHIVE_KEYS_MAX } from '@gantry/contract/nouns/object-storage/archives';
import { previewOf } from '@gantry/contract/nouns/object-storage/previews';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { fileIdOf } from '../../parts/object-storage/file-id.ts';
import { SINGLE_PUT_MAX } from '../../parts/object-storage/limits.ts';
import type { StoredItem } from '../../parts/object-storage/objects.ts';
import { S3Error } from '../../parts/object-storage/s3-error.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import type { Offer } from '../../ui/action/action.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import type { usePlace } from './use-folder.ts';
import { useS3Failure } from './use-s3-failure.ts';

interface FileActions {
  place: ReturnType<typeof usePlace>;
  onDelete(items: readonly StoredItem[]): void;
  onLink(key: string): void;
  /** Something in the folder has become another one. */
  onChange(): void;
}

/** Lets the browser itself download: nothing of it is kept in memory here. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** What can be done to files and folders, one or several. */
export function useFileActions({ place: { bucket, folder, open }, onDelete, onLink, onChange }: FileActions) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const describe = useS3Failure();
  const [error, setError] = useState<unknown>();
  const plain = { danger: false, busy: false };
  const archive = useCommand(api.objectStorage.archive);
  const [shown, setShown] = useState<string>();
  const going = (work: () => Promise<string>) => () => {
    setError(undefined);
    work().then(save, setError);
  };
  const downloading = (key: string, version?: string) => going(async () => (await s3()).getAddress(bucket, key, version));
  const archiving = (keys: readonly string[]) =>
    going(async () => {
      if (keys.length > ARCHIVE_KEYS_MAX) throw new S3Error('zip-most', '');
      return (await archive.mutateAsync({ body: { bucket, folder, keys: [...keys] } })).url;
    });
  const deletion = (items: readonly StoredItem[]): Offer => ({
    ...plain,
    id: 'delete',
    label: ui('actions.delete'),
    danger: true,
    last: true,
    onSelect: () => onDelete(items),
  });
  const restoring =
    ({ id: key, VersionId: version = '', isMarker = false }: StoredItem) =>
    () => {
      setError(undefined);
      const restored = s3().then((client) =>
        isMarker ? client.deleteVersion(bucket, { key, version }) : client.restoreVersion(bucket, { key, version }),
      );
      restored.then(onChange, setError);
    };
  const versionOffers = (item: StoredItem): Offer[] => {
    const { id, VersionId, IsLatest = false, isMarker = false, Size = 0 } = item;
    const restore = { ...plain, id: 'restore', label: t('versions.restore'), onSelect: restoring(item) };
    return [
      ...(isMarker ? [] : [{ ...plain, id: 'download', label: t('files.download'), onSelect: downloading(id, VersionId) }]),
      // An older marker hides nothing, and what is current need not come back.
      ...(isMarker === IsLatest ? [{ ...restore, ...(Size > SINGLE_PUT_MAX && { reason: t('versions.too-large') }) }] : []),
      { ...deletion([item]), label: t(isMarker ? 'versions.delete-marker' : 'versions.delete') },
    ];
  };
  const offers = (item: StoredItem): Offer[] =>
    item.VersionId !== undefined
      ? versionOffers(item)
      : item.isFolder
        ? [
            { ...plain, id: 'open', label: t('files.open'), onSelect: () => open('', { folder: item.id }) },
            { ...plain, id: 'archive', label: t('files.download-zip'), onSelect: archiving([item.id]) },
            deletion([item]),
          ]
        : [
            { ...plain, id: 'download', label: t('files.download'), onSelect: downloading(item.id) },
            ...(previewOf({ key: item.id })
              ? [{ ...plain, id: 'preview', label: t('files.preview'), onSelect: () => setShown(item.id) }]
              : []),
            { ...plain, id: 'link', label: t('files.link'), onSelect: () => onLink(item.id) },
            { ...plain, id: 'details', label: t('files.details'), onSelect: () => open(`/${fileIdOf(item.id)}`) },
            deletion([item]),
          ];
  const bulkOffers = (items: readonly StoredItem[]): Offer[] => {
    const [first] = items;
    if (items.some(({ VersionId }) => VersionId !== undefined)) return [deletion(items)];
    const isFile = items.length === 1 && first?.isFolder === false;
    const loading = isFile
      ? { ...plain, id: 'download', label: t('files.download'), onSelect: downloading(first.id) }
      : { ...plain, id: 'archive', label: t('files.download-zip'), onSelect: archiving(items.map(({ id }) => id)) };
    return [loading, deletion(items)];
  };
  const dialog = shown !== undefined && <PreviewDialog bucket={bucket} objectKey={shown} onClose={() => setShown(undefined)} />;
  return { offers, bulkOffers, preview: setShown, dialog, failure: error !== undefined && <ErrorState failure={describe(error)} /> };
}
