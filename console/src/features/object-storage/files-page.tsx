import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowKeys } from '../../app/list/use-list-keys.ts';
import { useOpenPage } from '../../app/router/use-page.ts';
import { useParams } from '@tanstack/react-router';
import { keyOfFileId } from '../../parts/object-storage/file-id.ts';
import { nameOf, rowOf, trailOf, type StoredItem } from '../../parts/object-storage/objects.ts';
import { refreshFiles, settingOptions } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { BucketHead } from './bucket-head.tsx';
import { BucketTabs } from './bucket-tabs.tsx';
import { AddFolderDialog } from './add-folder-dialog.tsx';
import { CollisionDialog } from './collision-dialog.tsx';
import { DeleteFilesDialog } from './delete-files-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileBar } from './file-bar.tsx';
import { FileDetails } from './file-details.tsx';
import { FileTable } from './file-table.tsx';
import { Gate } from './gate.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { FILES } from './paths.ts';
import { useFileActions } from './use-file-actions.tsx';
import { addressOf, useFolder, usePlace } from './use-folder.ts';
import { useS3Failure } from './use-s3-failure.ts';
import { useUploads } from './use-uploads.tsx';
import './object-storage.css';

/** The file manager of a bucket (screens A2). */
export function Page() {
  const { bucket, folder } = usePlace();
  return (
    <>
      <BucketHead name={bucket} isOpen />
      <Gate>
        {({ revocable_links: revocable }) => (
          <BucketTabs bucket={bucket} active="files">
            <Files key={`${bucket}/${folder}`} revocable={revocable} />
          </BucketTabs>
        )}
      </Gate>
    </>
  );
}

function Files({ revocable }: { revocable: boolean }) {
  const { t } = useTranslation('object-storage');
  const place = usePlace();
  const { bucket, folder, open } = place;
  const { fileId } = useParams({ strict: false }) as { fileId?: string };
  const isAdding = useOpenPage()?.page.path.endsWith('/add') === true;
  const queryClient = useQueryClient();
  const describe = useS3Failure();
  const list = useFolder(place);
  const uploads = useUploads(bucket, folder);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<readonly StoredItem[]>();
  const [linked, setLinked] = useState<string>();
  const { data: versioning } = useQuery(settingOptions(useScopeKey(), bucket, 'versioning'));
  useRowKeys();
  const refresh = useCallback(() => void refreshFiles(queryClient, bucket), [queryClient, bucket]);
  const actions = useFileActions({ place, onDelete: setDeleting, onLink: setLinked, onChange: refresh });
  const { offers, bulkOffers, failure, dialog, preview } = actions;
  const selected = list.items.filter((item) => chosen.has(rowOf(item)));
  const shownKey = fileId === undefined ? undefined : keyOfFileId(fileId);
  return (
    <>
      <Trail {...place} />
      <FileBar
        place={place}
        onFiles={uploads.choose}
        onRefresh={refresh}
        isRefreshing={list.isFetching}
        selected={selected}
        offers={bulkOffers(selected)}
        onClear={() => setChosen(new Set())}
        hasVersions={versioning === 'Enabled' || versioning === 'Suspended'}
      />
      {uploads.status}
      {dialog}
      {failure}
      {list.error && <ErrorState failure={describe(list.error)} retry={() => void list.refetch()} />}
      <div className="gantry-objects-layout" {...(shownKey !== undefined && { 'data-details': true })}>
        <DropZone onFiles={uploads.choose} onFailure={uploads.fail}>
          <FileTable list={list} chosen={chosen} onChoose={setChosen} offers={offers} place={place} />
        </DropZone>
        {shownKey !== undefined && (
          <FileDetails
            key={shownKey}
            bucket={bucket}
            name={nameOf(shownKey)}
            objectKey={shownKey}
            onClose={() => open('')}
            onLink={setLinked}
            onPreview={preview}
          />
        )}
      </div>
      <p className="gantry-subtle">{t('files.order')}</p>
      {isAdding && (
        <AddFolderDialog
          bucket={bucket}
          folder={folder}
          onMade={(key) => {
            refresh();
            open('', { replace: true, marked: [key] });
          }}
          onClose={() => open('', { replace: true })}
        />
      )}
      {uploads.collision && <CollisionDialog {...uploads.collision} />}
      {deleting && (
        <DeleteFilesDialog
          bucket={bucket}
          items={deleting}
          onClose={() => {
            setDeleting(undefined);
            setChosen(new Set());
            refresh();
          }}
        />
      )}
      {linked !== undefined && <LinkDialog bucket={bucket} objectKey={linked} revocable={revocable} onClose={() => setLinked(undefined)} />}
    </>
  );
}

/** The way from the bucket to the folder, each part of which leads there. */
function Trail({ bucket, folder, versions }: { bucket: string; folder: string; versions: boolean }) {
  const { t } = useTranslation('object-storage');
  const to = `${FILES}/$bucketName`;
  const parts = [{ name: bucket, prefix: '' }, ...trailOf(folder)];
  return (
    <nav aria-label={t('files.trail')}>
      <ol className="gantry-objects-trail">
        {parts.map(({ name, prefix }, index) => (
          <li key={prefix}>
            {index > 0 && <span aria-hidden>/ </span>}
            <Link
              to={to}
              params={{ bucketName: bucket }}
              search={addressOf(prefix, { versions })}
              {...(prefix === folder && { 'aria-current': 'page' as const })}
            >
              {name === '' ? <i>{t('files.unnamed')}</i> : <bdi>{name}</bdi>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
