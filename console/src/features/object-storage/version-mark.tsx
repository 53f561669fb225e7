import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import FileIcon from '@patternfly/react-icons/dist/esm/icons/file-icon';
import FolderIcon from '@patternfly/react-icons/dist/esm/icons/folder-icon';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import TrashIcon from '@patternfly/react-icons/dist/esm/icons/trash-icon';
import { useTranslation } from 'react-i18next';
import type { StoredItem } from '../../parts/object-storage/objects.ts';

/** What a row is: a folder, a file, or in a list of versions one that is not the current one. */
export function KindIcon({ item: { isFolder, IsLatest, isMarker } }: { item: StoredItem }) {
  const { t } = useTranslation('object-storage');
  if (isFolder) return <FolderIcon aria-label={t('files.folder')} />;
  if (isMarker === true) return <TrashIcon aria-label={t('versions.marker')} />;
  return IsLatest === false ? <HistoryIcon aria-label={t('versions.older')} /> : <FileIcon aria-label={t('files.file')} />;
}

/** The same in words, where there is room for them. */
export function VersionMark({ item: { VersionId, IsLatest, isMarker } }: { item: StoredItem }) {
  const { t } = useTranslation('object-storage');
  if (VersionId === undefined) return null;
  const word = isMarker === true ? 'marker' : IsLatest === true ? 'current' : 'older';
  return (
    <Label isCompact className="gantry-objects-version gantry-objects-wide" {...(word === 'marker' && { color: 'yellow' as const })}>
      {t(`versions.${word}`)}
    </Label>
  );
}
